import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { type ClientNetworks, clientNetworks } from '../limits/client-network.ts'

/** The device and networks that a request comes from, as far as accounts need them. */
export interface Client extends ClientNetworks {
  device: string | null
}

export const readClient = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  ...clientNetworks(ip),
  device: deviceName(headers['user-agent']),
})

/** No browser sends a longer user agent, and parsing runs regular expressions over all of it. */
const maxUserAgentLength = 500

/** The names that Bowser knows. For an unknown browser, it returns the start of the user agent, which may be any text. */
const knownNames = new Set<string | undefined>([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
])

/** Returns a name such as "Firefox on Windows" from the user agent, or null if it names neither browser nor system. */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > maxUserAgentLength) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter((name) => knownNames.has(name)).join(' on ') || null
}
