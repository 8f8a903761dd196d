-- Writes ratings and the cursor that belongs to them, if the cursor is still where the
-- fold began.
-- KEYS: cursor, ratings.  ARGV: cursor before, cursor after, then agent, rating, ...
-- Returns 1, or 0 if somebody else has moved the cursor.
if (redis.call('GET', KEYS[1]) or '0-0') ~= ARGV[1] then
  return 0
end
for i = 3, #ARGV, 2 do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
