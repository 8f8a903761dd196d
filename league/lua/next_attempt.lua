-- Starts a new attempt under the lease that an earlier one holds.
-- KEYS: pairing.  ARGV: the attempt that holds the lease.
-- Returns the new attempt, or -1 if the one given is stale.
local state = redis.call('HMGET', KEYS[1], 'attempt', 'owner')
if state[1] ~= ARGV[1] or not state[2] or state[2] == '' then
  return -1
end
return redis.call('HINCRBY', KEYS[1], 'attempt', 1)
