-- Gives a lease back; of a stale attempt it changes nothing.
-- KEYS: pairing.  ARGV: attempt.
if redis.call('HGET', KEYS[1], 'attempt') ~= ARGV[1] then
  return 0
end
return redis.call('HDEL', KEYS[1], 'owner', 'expires', 'arbiter')
