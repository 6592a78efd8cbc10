// Loads the entry chunk once the page has painted, so that its code does not compete with images and styles.
const maxDelayMs = 3000
/** A page in the background paints nothing until somebody opens it. */
const maxDelayInBackgroundMs = 10_000

const root = document.documentElement

// The browser restores the scroll position of a document that it loads again, so all cards above need their real height.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (navigation && navigation.type !== 'navigate') root.dataset.back = ''

let hasStarted = false

function loadEntry() {
  if (hasStarted) return
  hasStarted = true
  const script = document.querySelector<HTMLElement>('script[data-code]')
  const [entry, ...rest] = script?.dataset.code?.split(' ') ?? []
  if (entry) import(/* @vite-ignore */ entry).catch(showLoadError)
  preload(rest)
}

/** Requests the files a few at a time, so that a slow phone can respond in between. */
function preload(files: string[]) {
  for (const href of files.splice(0, 4)) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
  }
  if (files.length > 0) setTimeout(preload, 0, files)
}

let isWaiting = false

/** Waits until something is on the screen. On a slow device, that can be long after the load event and the next frame. */
function loadAfterPaint() {
  if (isWaiting) return
  isWaiting = true
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return setTimeout(loadEntry)
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    if ('requestIdleCallback' in window) requestIdleCallback(loadEntry, { timeout: 500 })
    else setTimeout(loadEntry)
  }).observe({ type: 'paint', buffered: true })
}

/** Says that JavaScript did not load: the page can be read, but its buttons do nothing. */
function showLoadError() {
  // `public/reset-link.js` may have hidden the page.
  delete document.documentElement.dataset.incomplete
  document.removeEventListener('click', keepPress, true)
  pressed?.removeAttribute('data-pressed')
  const reload = document.createElement('a')
  const { href } = location
  Object.assign(reload, { href, className: 'link', textContent: 'Reload the page' })
  // A link to the same address would load nothing if it has a part after #, such as the token of a reset link.
  reload.onclick = () => {
    location.reload()
    return false
  }
  const message = document.createElement('p')
  Object.assign(message, { role: 'alert', className: 'site-load-error' })
  message.append("Part of this page didn't load, so its buttons don't work. ", reload)
  document.body.append(message)
  for (const part of document.querySelectorAll<HTMLElement>('[data-needs-script]'))
    part.hidden = true
}

/** The last button that was pressed before JavaScript loaded. The press is repeated once it has loaded. */
let pressed: HTMLElement | undefined

function keepPress(event: MouseEvent) {
  if (root.dataset.hydrated || !(event.target instanceof Element)) return
  const button = event.target.closest('button')
  // The browser itself opens popovers and sends GET forms.
  const isNative = button?.popoverTargetElement || button?.form?.method === 'get'
  if (!button || isNative) return
  event.preventDefault()
  pressed?.removeAttribute('data-pressed')
  pressed = button
  button.dataset.pressed = ''
}

/** Runs after React has finished with the event: inside it, React cannot hydrate the part that has the button. */
function repeatPress() {
  setTimeout(() => {
    pressed?.removeAttribute('data-pressed')
    pressed?.click()
  })
}

// The browser may freeze a page before JavaScript loads, and show it again later.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) root.dataset.restored = ''
})
document.addEventListener('click', keepPress, true)
document.addEventListener('hydrated', repeatPress, { once: true })
// entry-client.tsx sends this event when the page fails to load.
document.addEventListener('page-load-error', showLoadError)

// Input loads the entry at once. The first timeout covers an image that delays the load event.
window.addEventListener('pointerdown', loadEntry)
window.addEventListener('keydown', loadEntry)
setTimeout(loadAfterPaint, maxDelayMs)
setTimeout(loadEntry, maxDelayInBackgroundMs)
// A page that is a form is useless before JavaScript loads.
if (document.querySelector('[data-eager-script]')) loadEntry()
else if (document.readyState === 'complete') loadAfterPaint()
else window.addEventListener('load', loadAfterPaint)
