/** Loads the entry chunk once the page has painted, so that its code does not compete with images and styles. */
const maxDelayMs = 3000

let hasStarted = false

function loadEntry() {
  if (hasStarted) return
  hasStarted = true
  const script = document.querySelector<HTMLElement>('script[data-code]')
  const [entry, ...rest] = script?.dataset.code?.split(' ') ?? []
  for (const href of rest) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
  }
  if (entry) import(/* @vite-ignore */ entry)
}

function loadWhenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(loadEntry, { timeout: 500 })
  else setTimeout(loadEntry)
}

if (document.readyState === 'complete') loadWhenIdle()
else window.addEventListener('load', loadWhenIdle)
// Input loads it at once; the timeout covers an image that delays the load event.
window.addEventListener('pointerdown', loadEntry)
window.addEventListener('keydown', loadEntry)
setTimeout(loadEntry, maxDelayMs)
