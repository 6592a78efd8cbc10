-- Sends the requests of a file, which are divided by NUL, one after the other; tells what came of them as JSON.
local requests = {}
local sent = 0

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  for request in file:read("*a"):gmatch("%Z+") do
    requests[#requests + 1] = request
  end
  file:close()
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"answers":%d,"bytes":%d,"micros":%d,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
