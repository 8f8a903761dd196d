-- Starts a new attempt under the lease that an earlier one holds.
-- KEYS: pairing.  ARGV: the attempt that holds the lease, its owner.
-- Returns the new attempt, or -1 if the one given is stale. Of the owner's own new attempt it
-- returns the number again, so that a call whose reply was lost can be repeated.
local state = redis.call('HMGET', KEYS[1], 'attempt', 'owner')
if state[2] ~= ARGV[2] then
  return -1
end
local following = tonumber(ARGV[1]) + 1
if tonumber(state[1]) == following then
  return following
end
if state[1] ~= ARGV[1] then
  return -1
end
return redis.call('HINCRBY', KEYS[1], 'attempt', 1)
