-- Keeps a lease alive. One that ran out and that nobody took since is alive again.
-- KEYS: pairing.  ARGV: attempt, time to live (ms), now (ms; negative: the server's), arbiter.
-- Returns 1, or 0 if the lease is lost.
local now = tonumber(ARGV[3])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local state = redis.call('HMGET', KEYS[1], 'attempt', 'owner')
if state[1] ~= ARGV[1] or not state[2] or state[2] == '' then
  return 0
end
redis.call('HSET', KEYS[1], 'expires', string.format('%.0f', now + tonumber(ARGV[2])))
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[1], 'arbiter', ARGV[4])
end
return 1
