/** Fetches the page's code when what is looked at is there: until then it would only be in the way. */
const longestWaitMs = 3000

let hasBegun = false

function fetchCode() {
  if (hasBegun) return
  hasBegun = true
  const script = document.querySelector<HTMLElement>('script[data-code]')
  const [entry, ...rest] = script?.dataset.code?.split(' ') ?? []
  for (const href of rest) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
  }
  if (entry) import(/* @vite-ignore */ entry)
}

function whenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(fetchCode, { timeout: 500 })
  else setTimeout(fetchCode)
}

if (document.readyState === 'complete') whenIdle()
else window.addEventListener('load', whenIdle)
// Whoever presses something already should not wait, nor anyone for a picture that never comes.
window.addEventListener('pointerdown', fetchCode)
window.addEventListener('keydown', fetchCode)
setTimeout(fetchCode, longestWaitMs)
