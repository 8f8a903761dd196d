-- Keeps a lease alive. One that ran out and that nobody took since is alive again.
-- It is the owner's under whatever attempt: the reply that told of a new one may have been lost.
-- KEYS: pairing.  ARGV: owner, time to live (ms), now (ms; negative: the server's), arbiter.
-- Returns 1, or 0 if the lease is lost.
local now = tonumber(ARGV[3])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'expires', string.format('%.0f', now + tonumber(ARGV[2])))
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[1], 'arbiter', ARGV[4])
end
return 1
