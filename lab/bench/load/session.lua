-- Requests are made ready once; each is one of them in turn. At the end the figures are printed as one line of JSON.
-- Usage: wrk -s session.lua <url> -- <file of headers, one "Name: value" a line, or with a tab and a JSON body to post>
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local name, value, body = line:match("^([^:]+): ([^\t]*)\t?(.*)$")
    if body == "" then
      requests[#requests + 1] = wrk.format("GET", nil, { [name] = value })
    else
      local headers = { [name] = value, ["Content-Type"] = "application/json" }
      requests[#requests + 1] = wrk.format("POST", nil, headers, body)
    end
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"failed":%d,"refused":%d,"p50":%.3f,"p90":%.3f,"p99":%.3f,"max":%.3f}\n',
    summary.requests, summary.duration / 1e6, errors.connect + errors.read + errors.write + errors.timeout,
    errors.status, latency:percentile(50) / 1000, latency:percentile(90) / 1000, latency:percentile(99) / 1000,
    latency.max / 1000))
end
