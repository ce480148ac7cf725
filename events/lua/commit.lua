-- The one script that writes the record. All checks come before the first write: Lua does not roll back.
-- KEYS  meta owner log commands due parked suspects, then (match done secret) for each match of the plan, then refusal lists
-- ARGV  the plan as JSON, then its blobs: commits, outcomes, secrets, parked commands, in the plan's order
-- Returns the new position, or an error: FENCED, WRONGPOS, WRONGVERSION <match>, OUTOFORDER.
local plan = cjson.decode(ARGV[1])
local meta, owner, log, commands, due, parked, suspects = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local blob = 1

local function take_blob()
  blob = blob + 1
  return ARGV[blob]
end
local function id_of(number) return string.format('%.0f-0', number) end
local function before(one, other)
  local ms, seq = string.match(one, '^(%d+)-(%d+)$')
  local ms2, seq2 = string.match(other, '^(%d+)-(%d+)$')
  if ms ~= ms2 then return tonumber(ms) < tonumber(ms2) end
  return tonumber(seq) < tonumber(seq2)
end
-- One command with many arguments, in parts that Lua's stack holds.
local function call_with(name, first, second, args)
  for from = 1, #args, 1000 do
    local part = {unpack(args, from, math.min(from + 999, #args))}
    if second then
      redis.call(name, first, second, unpack(part))
    else
      redis.call(name, first, unpack(part))
    end
  end
end
local function match_key(place) return KEYS[5 + 3 * place] end
local function done_key(place) return KEYS[6 + 3 * place] end
local function secret_key(place) return KEYS[7 + 3 * place] end

local stored = redis.call('HMGET', meta, 'epoch', 'pos', 'holder')
if tonumber(stored[1] or -1) ~= plan.epoch or stored[3] ~= plan.holder then
  return redis.error_reply('FENCED epoch is ' .. tostring(stored[1]))
end
local pos = tonumber(stored[2])
if pos ~= plan.pos then
  return redis.error_reply('WRONGPOS position is ' .. tostring(stored[2]))
end
local number = {}
for place, match in ipairs(plan.matches) do
  local last = redis.call('XREVRANGE', match_key(place), '+', '-', 'COUNT', 1)
  number[place] = last[1] and tonumber(string.match(last[1][1], '^(%d+)-')) or 0
  if match.after >= 0 and number[place] ~= match.after then
    return redis.error_reply('WRONGVERSION ' .. match.id .. ' is at ' .. id_of(number[place]))
  end
end
if plan.acks[1] then
  -- a batch begins with the oldest command, else somebody of an earlier term has read what comes before it
  local oldest = redis.call('XRANGE', commands, '-', '+', 'COUNT', 1)[1]
  if oldest and before(oldest[1], plan.acks[1]) then
    return redis.error_reply('OUTOFORDER ' .. oldest[1] .. ' comes before ' .. plan.acks[1])
  end
end

for index, place in ipairs(plan.appends) do
  local bytes, trace = take_blob(), plan.traces[index] or ''
  pos = pos + 1
  number[place] = number[place] + 1
  local match, n = plan.matches[place].id, string.format('%.0f', number[place])
  if trace == '' then
    redis.call('XADD', log, id_of(pos), 'm', match, 'n', n, 'c', bytes)
  else
    redis.call('XADD', log, id_of(pos), 'm', match, 'n', n, 'c', bytes, 't', trace)
  end
  redis.call('XADD', match_key(place), id_of(number[place]), 'c', bytes)
  if number[place] == 1 then redis.call('PERSIST', done_key(place)) end
end
redis.call('HSET', meta, 'pos', string.format('%.0f', pos))

local told = {}
for _, outcome in ipairs(plan.outcomes) do
  local pairs_of = told[outcome[1]] or {}
  pairs_of[#pairs_of + 1] = outcome[2]
  pairs_of[#pairs_of + 1] = take_blob()
  told[outcome[1]] = pairs_of
end
for place = 1, #plan.matches do
  if told[place] then call_with('HSET', done_key(place), nil, told[place]) end
end
for _, outcome in ipairs(plan.outcomes) do
  local place, command, list = outcome[1], outcome[2], outcome[3]
  if list > 0 then
    local refusals = KEYS[7 + 3 * #plan.matches + list]
    if redis.call('RPUSH', refusals, command) > plan.refusals then
      redis.call('HDEL', done_key(place), redis.call('LPOP', refusals))
    end
    if number[place] == 0 then redis.call('PEXPIRE', refusals, plan.unopened) end
  end
  if number[place] == 0 then redis.call('PEXPIRE', done_key(place), plan.unopened) end
end

for _, secret in ipairs(plan.secrets) do
  if secret[2] then
    redis.call('SET', secret_key(secret[1]), take_blob())
  else
    redis.call('DEL', secret_key(secret[1]))
  end
end

for _, line in ipairs(plan.due) do
  if line[2] then redis.call('ZADD', due, line[2], line[1]) else redis.call('ZREM', due, line[1]) end
end
for _ = 1, plan.parked do
  redis.call('XADD', parked, 'MAXLEN', '~', 10000, '*', 'p', take_blob())
end
call_with('XACK', commands, plan.group, plan.acks)
call_with('XDEL', commands, nil, plan.acks)
if plan.alone then redis.call('HDEL', suspects, plan.acks[1]) end
redis.call('SET', owner, plan.worker, 'PX', plan.lease)
return pos
