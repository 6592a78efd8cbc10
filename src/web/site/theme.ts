import { useSyncExternalStore } from 'react'
import { parseTheme, type Theme, themeCookie, themeMetas } from '#contract/theme.ts'
import { createTabBroadcast } from '../ui/tab-broadcast.ts'

const yearSeconds = 31_536_000

const { send: broadcast, subscribe: onBroadcast } = createTabBroadcast('theme')
const listeners = new Set<() => void>()

const readTheme = (): Theme =>
  parseTheme(new RegExp(`(?:^|; )${themeCookie}=(\\w+)`).exec(document.cookie)?.[1])

/** Keeps the theme in this browser and shows it in all tabs. */
export function chooseTheme(theme: Theme) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const maxAge = theme === 'system' ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store API, and the server reads it
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${maxAge}; samesite=lax${secure}`
  showTheme()
  broadcast()
}

/** Shows the theme that this browser has chosen. The server has done so, unless the document is older than the choice. */
export function showTheme() {
  const theme = readTheme()
  const { dataset } = document.documentElement
  if ((dataset.theme ?? 'system') !== theme) {
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    const names = '[name="color-scheme"], [name="theme-color"]'
    for (const meta of document.head.querySelectorAll(names)) meta.remove()
    for (const attributes of themeMetas(theme)) {
      document.head.append(Object.assign(document.createElement('meta'), attributes))
    }
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  // Back may show a document that is older than the choice, from either of the browser's caches.
  showTheme()
  listeners.add(listener)
  const unsubscribe = onBroadcast(showTheme)
  window.addEventListener('pageshow', showTheme)
  return () => {
    listeners.delete(listener)
    unsubscribe()
    window.removeEventListener('pageshow', showTheme)
  }
}

/** Returns the theme that this browser has chosen. The server and hydration render that of the system. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'system')
