-- Takes a pairing's lease and starts a new attempt.
-- KEYS: pairing.  ARGV: owner, time to live (ms), now (ms; negative: the server's).
-- Returns the attempt; 0 if the pairing is finished, unknown or held by another. The
-- holder itself gets its attempt again, so that a call whose reply was lost can be repeated.
local now = tonumber(ARGV[3])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local state = redis.call('HMGET', KEYS[1], 'total', 'done', 'owner', 'expires', 'attempt')
if not state[1] or tonumber(state[2]) >= tonumber(state[1]) then
  return 0
end
local expires = string.format('%.0f', now + tonumber(ARGV[2]))
if tonumber(state[4] or 0) > now then
  if state[3] ~= ARGV[1] then
    return 0
  end
  redis.call('HSET', KEYS[1], 'expires', expires)
  return tonumber(state[5])
end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'expires', expires, 'arbiter', '')
return redis.call('HINCRBY', KEYS[1], 'attempt', 1)
