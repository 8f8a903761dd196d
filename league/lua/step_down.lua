-- Gives the lead up, so that another can take it at once.
-- KEYS: leader.  ARGV: owner.  Returns 1, or 0 if another leads.
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
  return 0
end
redis.call('HDEL', KEYS[1], 'owner', 'expires')
return 1
