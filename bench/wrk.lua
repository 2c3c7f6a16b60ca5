-- Sends the paths of a file in turn, each with its token if one stands behind it, with a key, and
-- prints what came of it as one JSON line.
-- wrk … -s bench/wrk.lua URL -- PATHS_FILE KEY [ENCODING that is accepted]
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, token = line:match("^(%S+) ?(%S*)")
    local headers = { ["X-API-Key"] = args[2] }
    if args[3] then headers["Accept-Encoding"] = args[3] end
    if token ~= "" then headers["X-POI-Token"] = token end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"seconds":%.6f,"p50Ms":%.4f,"p99Ms":%.4f,"failures":%d}',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
