-- What wrk sends to the sandbox, and how it tells what came of it; driven by sandbox_load.py.

local account = "a0000000-0000-4000-8000-000000000001"
local category = "c0000000-0000-4000-8000-000000000001"
local goal = "d0000000-0000-4000-8000-000000000001"
local work = os.getenv("SANDBOX_WORK")
local threads = 0

local paths = {
  balance = "/api/v2/accounts/" .. account .. "/balance",
  goals = "/api/v2/account/" .. account .. "/savings-goals",
  feed = "/api/v2/feed/account/" .. account .. "/category/" .. category
    .. "/transactions-between?minTransactionTimestamp=2000-01-01T00:00:00.000Z"
    .. "&maxTransactionTimestamp=" .. (os.getenv("SANDBOX_UNTIL") or ""),
}

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init()
  wrk.headers["Authorization"] = "Bearer " .. os.getenv("SANDBOX_TOKEN")
  run = tonumber(os.getenv("SANDBOX_RUN"))
  count = 0
end

-- Every transfer has a uid that no other has, of this run or another one.
function request()
  if work ~= "transfers" then return wrk.format("GET", paths[work]) end
  count = count + 1
  local uid = string.format(
    "%08x-%04x-4%03x-8000-%012x", run, number, math.floor(count / 4294967296), count)
  return wrk.format(
    "PUT", "/api/v2/account/" .. account .. "/savings-goals/" .. goal .. "/add-money/" .. uid, nil,
    '{"amount":{"currency":"GBP","minorUnits":1}}')
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    "RESULT %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
