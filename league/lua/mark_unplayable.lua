-- Marks a match that ran out of attempts: it has no result, and is not tried again.
-- KEYS: pairing, journal, open set, tournament, given up.  ARGV: match id, reason, pairing id, attempt.
-- Returns 1; 0 if the match was over already; -1 if the attempt is stale.
local state = redis.call('HMGET', KEYS[1], 'm:' .. ARGV[1], 'total', 'attempt')
if state[1] or not state[2] then
  return 0
end
if state[3] ~= ARGV[4] then
  return -1
end
redis.call('HSET', KEYS[1], 'm:' .. ARGV[1], 'unplayable: ' .. ARGV[2])
redis.call('HSET', KEYS[5], ARGV[1], ARGV[2])
redis.call('DEL', KEYS[2])
redis.call('HINCRBY', KEYS[4], 'unplayable', 1)
if redis.call('HINCRBY', KEYS[1], 'done', 1) >= tonumber(state[2]) then
  redis.call('ZREM', KEYS[3], ARGV[3])
  redis.call('HINCRBY', KEYS[4], 'pairings_finished', 1)
  redis.call('HDEL', KEYS[1], 'spec', 'owner', 'expires', 'arbiter')
end
return 1
