-- What wrk sends: one request after the other, made here because every one needs a key of its own.
-- Everything comes in by the environment; acknowledged ids go out into a file.
local ffi = require('ffi')
ffi.cdef [[ typedef struct { long s; long ns; } bench_time; int clock_gettime(int, bench_time *); ]]
local time = ffi.new('bench_time')

local function now_ms()
  ffi.C.clock_gettime(1, time)
  return tonumber(time.s) * 1e3 + tonumber(time.ns) / 1e6
end

local kind = os.getenv('BENCH_KIND')
local prefix = os.getenv('BENCH_PREFIX')
local rate = tonumber(os.getenv('BENCH_RATE') or '0')

local tokens, numbers, ids, todo, picks = {}, {}, {}, {}, {}
local sent, slots, slots_from = 0, 0, nil

local function read_lists()
  for line in io.lines(os.getenv('BENCH_HOLDERS')) do
    local token, number, id = line:match('(%S+) (%S+) (%S+)')
    tokens[#tokens + 1], numbers[#numbers + 1], ids[#ids + 1] = token, number, id
  end
  if kind == 'approve' then
    for id in io.lines(os.getenv('BENCH_TODO')) do todo[#todo + 1] = id end
  end
end

-- Zipf with exponent one: the first is asked for twice as often as the second, three times as often as the third.
local function sum_up_zipf(count)
  local sum = 0
  for rank = 1, count do
    sum = sum + 1 / rank
    picks[rank] = sum
  end
end

local function pick_zipf(count)
  local wanted = math.random() * picks[count]
  local low, high = 1, count
  while low < high do
    local middle = math.floor((low + high) / 2)
    if picks[middle] < wanted then low = middle + 1 else high = middle end
  end
  return low
end

function init()
  math.randomseed(tonumber(os.getenv('BENCH_SEED')))
  read_lists()
  if kind == 'zipf' then sum_up_zipf(#tokens - 1) end
  acknowledged = io.open(os.getenv('BENCH_ACKNOWLEDGED'), 'w')
  acknowledged:setvbuf('full', 1048576)
end

local function call(method, path, token, body)
  return method .. ' /api' .. path .. ' HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ' .. token ..
    '\r\nContent-Type: application/json\r\nIdempotency-Key: ' .. prefix .. sent ..
    '\r\nContent-Length: ' .. #body .. '\r\n\r\n' .. body
end

-- The last of the list is the administrator; everybody else sends money to anybody else.
local function transfer(from)
  local people = #tokens - 1
  local to = math.random(people)
  if to == from then to = to % people + 1 end
  return call('POST', '/transfer', tokens[from],
    '{"accountName":"Grace Example","accountNumber":"' .. numbers[to] ..
    '","bankName":"Example Savings Bank","amount":' .. math.random(1, 500) / 100 ..
    ',"iban":"","swiftCode":"","pin":"1234"}')
end

local requests = {
  uniform = function() return transfer(math.random(#tokens - 1)) end,
  zipf = function() return transfer(pick_zipf(#tokens - 1)) end,
  hot = function() return transfer(1) end,
  approve = function()
    return call('POST', '/deposit/approve', tokens[#tokens], '{"transactionId":"' .. (todo[sent] or todo[#todo]) .. '"}')
  end,
  fund = function()
    return call('POST', '/admin/fund', tokens[#tokens],
      '{"userId":"' .. ids[math.random(#ids - 1)] .. '","amount":' .. math.random(1, 500) / 100 .. '}')
  end,
}

function request()
  sent = sent + 1
  return requests[kind]()
end

-- At a given rate a request has a moment at which it is due, whatever became of those before it.
if rate > 0 then
  function delay()
    slots_from = slots_from or now_ms()
    slots = slots + 1
    return math.max(0, slots_from + slots * 1000 / rate - now_ms())
  end
end

function response(status, headers, body)
  if status >= 300 then
    refused = (refused or 0) + 1
    refusal = status .. ' ' .. body
  else
    acknowledged:write(body:sub(9, 44), '\n')
  end
end

local threads = {}
function setup(thread) threads[#threads + 1] = thread end

function done(summary, latency)
  io.write('RESULT ' .. summary.requests .. ' ' .. summary.duration / 1e6 .. ' ' .. latency:percentile(50) / 1e3 ..
    ' ' .. latency:percentile(99) / 1e3 .. ' ' .. (threads[1]:get('refused') or 0) .. ' ' ..
    (summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout) .. '\n')
  if threads[1]:get('refusal') then io.write('REFUSAL ' .. threads[1]:get('refusal') .. '\n') end
end
