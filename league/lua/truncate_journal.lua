-- Drops the journal from a ply on.
-- KEYS: pairing, journal.  ARGV: attempt, match id, first ply to drop.
-- Returns how many entries were dropped, or -1 if the attempt is stale or the match is over.
local state = redis.call('HMGET', KEYS[1], 'attempt', 'm:' .. ARGV[2])
if state[1] ~= ARGV[1] or state[2] then
  return -1
end
local dropped = 0
for _, ply in ipairs(redis.call('HKEYS', KEYS[2])) do
  if tonumber(ply) >= tonumber(ARGV[3]) then
    dropped = dropped + redis.call('HDEL', KEYS[2], ply)
  end
end
return dropped
