-- Adds a version to a submitted agent. Versions count from 1 and never change.
-- KEYS: names, versions, reports.  ARGV: name, submission id, submission, reports.
-- Returns the version; of a submission that is there already, the one that it has.
local id = 'id:' .. ARGV[2]
local there = redis.call('HGET', KEYS[2], id)
if there then
  return tonumber(there)
end
local version = redis.call('HINCRBY', KEYS[2], 'latest', 1)
redis.call('HSET', KEYS[2], version, ARGV[3], id, version)
redis.call('HSET', KEYS[3], version, ARGV[4])
redis.call('SADD', KEYS[1], ARGV[1])
return version
