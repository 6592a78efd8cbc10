-- Sends the NUL-separated requests of a file in turn, and prints a report as JSON.
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
    '{"responses":%d,"bytes":%d,"micros":%d,"p50":%f,"p99":%f,"errorStatuses":%d,"socketErrors":%d}\n',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
