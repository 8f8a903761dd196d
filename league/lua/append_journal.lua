-- Adds entries to the journal of a match under way. The same ply again replaces the entry.
-- KEYS: pairing, journal.  ARGV: attempt, match id, then ply, entry, ply, entry, ...
-- Returns 1, or -1 if the attempt is stale or the match is over.
local state = redis.call('HMGET', KEYS[1], 'attempt', 'm:' .. ARGV[2])
if state[1] ~= ARGV[1] or state[2] then
  return -1
end
for i = 3, #ARGV, 2 do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
return 1
