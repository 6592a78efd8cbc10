/**
 * Loaded into the server before its own code: tells on a signal how late a timer came at worst since
 * the signal before, which is how long something kept the event loop.
 */
const everyMs = 2
let last = performance.now()
let longest = 0

setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - everyMs)
  last = now
}, everyMs).unref()

process.on('SIGUSR2', () => {
  process.stdout.write(`longest delay ${longest.toFixed(1)} ms\n`)
  longest = 0
})
