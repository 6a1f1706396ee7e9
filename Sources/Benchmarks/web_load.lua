-- What wrk sends to the program `HostBenchmarks serve`, and how it tells what came of it; driven by
-- web_load.py. Each answer is for a session that waits: its entity tag comes with the reply before.

local path = os.getenv("WEB_PATH")
local file = os.getenv("WEB_SESSIONS")
local first = true
local waiting = {}
local from, to = 1, 0

local function add(session)
  to = to + 1
  waiting[to] = session
end

local sessions = {}
local lost = { id = "none", cookie = "none", tag = '""' }

function init()
  for line in io.lines(file) do
    local id, cookie, tag = line:match("(%S+) (%S+) (%S+)")
    local session = { id = id, cookie = cookie, tag = tag }
    sessions[id] = session
    add(session)
  end
end

function request()
  local session = waiting[from] or lost
  -- wrk asks for one request beforehand that it does not send.
  if first then
    first = false
  else
    waiting[from] = nil
    from = from + 1
  end
  return wrk.format("POST", path or "/api/sessions/" .. session.id .. "/answer", {
    ["Content-Type"] = "application/json", ["Cookie"] = session.cookie, ["If-Match"] = session.tag,
  }, '{"answer":5}')
end

function response(status, headers, body)
  -- What failed names no session; wrk counts it, and its session is answered no more.
  local session = status < 400 and sessions[body:match('"session":"([^"]+)"')]
  if session then
    session.tag = headers["ETag"]
    add(session)
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    "RESULT %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
