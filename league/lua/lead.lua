-- Takes or keeps the lead in a role. A new leader gets a new, larger token.
-- KEYS: leader.  ARGV: owner, time to live (ms), now (ms; negative: the server's).
-- Returns the token, or 0 if another leads.
local now = tonumber(ARGV[3])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local state = redis.call('HMGET', KEYS[1], 'owner', 'expires', 'token')
local leads = tonumber(state[2] or 0) > now
if leads and state[1] ~= ARGV[1] then
  return 0
end
local expires = string.format('%.0f', now + tonumber(ARGV[2]))
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'expires', expires)
if leads then
  return tonumber(state[3])
end
return redis.call('HINCRBY', KEYS[1], 'token', 1)
