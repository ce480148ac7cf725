-- The one script that writes the record. All checks come before the first write: Lua does not roll back.
-- KEYS  meta owner log commands due parked suspects, then (match done secret) for each match of the plan, then refusal lists
-- ARGV  the plan as MessagePack, see `_plan` in log.py
-- Returns the new position, or an error: FENCED, WRONGPOS, WRONGVERSION <match>, OUTOFORDER.
local plan = cmsgpack.unpack(ARGV[1])
local meta, owner, log, commands, due, parked, suspects = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]

local function id_of(number) return number .. '-0' end -- exact up to 14 digits
local function before(one, other)
  local ms, seq = string.match(one, '^(%d+)-(%d+)$')
  local ms2, seq2 = string.match(other, '^(%d+)-(%d+)$')
  if ms ~= ms2 then return tonumber(ms) < tonumber(ms2) end
  return tonumber(seq) < tonumber(seq2)
end
-- One command with many arguments, in parts that Lua's stack holds.
local function call_with(name, key, args)
  for from = 1, #args, 1000 do redis.call(name, key, unpack(args, from, math.min(from + 999, #args))) end
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

local call = redis.call
for _, append in ipairs(plan.appends) do
  local place, bytes, trace = append[1], append[2], append[3]
  local n = number[place] + 1
  pos = pos + 1
  number[place] = n
  if trace then
    call('XADD', log, pos .. '-0', 'm', plan.matches[place].id, 'n', n, 'c', bytes, 't', trace)
  else
    call('XADD', log, pos .. '-0', 'm', plan.matches[place].id, 'n', n, 'c', bytes)
  end
  call('XADD', match_key(place), n .. '-0', 'c', bytes)
  if n == 1 then call('PERSIST', done_key(place)) end
end
redis.call('HSET', meta, 'pos', string.format('%.0f', pos))

local told = {}
for _, outcome in ipairs(plan.outcomes) do
  local pairs_of = told[outcome[1]] or {}
  pairs_of[#pairs_of + 1] = outcome[2]
  pairs_of[#pairs_of + 1] = outcome[3]
  told[outcome[1]] = pairs_of
end
for place = 1, #plan.matches do
  if told[place] then call_with('HSET', done_key(place), told[place]) end
end
for _, outcome in ipairs(plan.outcomes) do
  local place, command, list = outcome[1], outcome[2], outcome[4]
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
    redis.call('SET', secret_key(secret[1]), secret[2])
  else
    redis.call('DEL', secret_key(secret[1]))
  end
end

for _, line in ipairs(plan.due) do
  if line[2] then redis.call('ZADD', due, line[2], line[1]) else redis.call('ZREM', due, line[1]) end
end
for _, command in ipairs(plan.parked) do
  redis.call('XADD', parked, 'MAXLEN', '~', 10000, '*', 'p', command)
end
call_with('XDEL', commands, plan.acks)
if plan.alone then redis.call('HDEL', suspects, plan.acks[1]) end
redis.call('SET', owner, plan.worker, 'PX', plan.lease)
return pos
