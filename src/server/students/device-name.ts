import Bowser from 'bowser'

/** A longer user agent is no browser's, and parsing is regular expressions over all of it. */
const maxUserAgentLength = 500

/** Of another browser Bowser returns what the user agent begins with, which may be any text. */
const knownNames = new Set<string | undefined>([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
])

/** "Firefox on Windows", from the user agent; null if it names neither. */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > maxUserAgentLength) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter((name) => knownNames.has(name)).join(' on ') || null
}
