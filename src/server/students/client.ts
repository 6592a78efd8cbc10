import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { type ClientNetworks, clientNetworks } from '../limits/client-network.ts'

/** Where a request comes from, as far as accounts are concerned. */
export interface Client extends ClientNetworks {
  device: string | null
}

export const readClient = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  ...clientNetworks(ip),
  device: deviceName(headers['user-agent']),
})

/** No browser sends a longer user agent, and parsing runs regular expressions over all of it. */
const maxUserAgentLength = 500

/** For an unknown browser, Bowser returns the start of the user agent, which may be any text. */
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
