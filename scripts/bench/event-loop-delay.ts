/** Preloaded into the server: on SIGUSR2 prints the longest event loop delay since the signal before. */
const intervalMs = 2
let last = performance.now()
let longest = 0

setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - intervalMs)
  last = now
}, intervalMs).unref()

process.on('SIGUSR2', () => {
  process.stdout.write(`longest delay ${longest.toFixed(1)} ms\n`)
  longest = 0
})
