-- Records a result once: the record, its place in the pool's stream, the match's and
-- perhaps the pairing's end, all or nothing.
-- KEYS: pairing, record, result stream, journal, open set, tournament, match list, pools.
-- ARGV: attempt, match id, head, plies, result, pool, pairing id.
-- Returns 1; 0 if the match was over already; -1 if the attempt is stale.
local state = redis.call('HMGET', KEYS[1], 'attempt', 'm:' .. ARGV[2], 'total')
if state[2] then
  return 0
end
if state[1] ~= ARGV[1] then
  return -1
end
redis.call('HSET', KEYS[2], 'head', ARGV[3], 'plies', ARGV[4])
redis.call('XADD', KEYS[3], '*', 'match', ARGV[2], 'result', ARGV[5])
redis.call('SADD', KEYS[8], ARGV[6])
redis.call('RPUSH', KEYS[7], ARGV[2])
redis.call('DEL', KEYS[4])
redis.call('HINCRBY', KEYS[6], 'finished', 1)
redis.call('HSET', KEYS[1], 'm:' .. ARGV[2], 'finished')
if redis.call('HINCRBY', KEYS[1], 'done', 1) >= tonumber(state[3]) then
  redis.call('ZREM', KEYS[5], ARGV[7])
  redis.call('HINCRBY', KEYS[6], 'pairings_finished', 1)
  redis.call('HDEL', KEYS[1], 'spec', 'owner', 'expires', 'arbiter')
end
return 1
