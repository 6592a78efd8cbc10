/** Preloaded into the server. On SIGUSR2 it prints the longest event loop delay since the previous signal. */
const intervalMs = 2
let last = performance.now()
let lastCpu = process.threadCpuUsage()
let longest = 0
let longestCpu = 0

setInterval(() => {
  const now = performance.now()
  const cpu = process.threadCpuUsage()
  longest = Math.max(longest, now - last - intervalMs)
  const micros = cpu.user + cpu.system - lastCpu.user - lastCpu.system
  longestCpu = Math.max(longestCpu, micros / 1_000)
  last = now
  lastCpu = cpu
}, intervalMs).unref()

/** Also prints the processor time. Other processes on a busy machine lengthen the delay, but not the processor time. */
process.on('SIGUSR2', () => {
  process.stdout.write(
    `longest delay ${longest.toFixed(1)} ms, processor ${longestCpu.toFixed(1)} ms\n`,
  )
  longest = 0
  longestCpu = 0
})
