-- Stores a pairing and opens it, once: a pairing that is there stays as it is.
-- KEYS: pairing, open set.
-- ARGV: pairing id, spec, matches, place in the schedule, tournament.
-- Returns 1 if it was new, else 0.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'spec', ARGV[2], 'total', ARGV[3], 'done', 0, 'attempt', 0,
  'tournament', ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1
