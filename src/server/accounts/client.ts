import type { FastifyRequest } from 'fastify'
import { clientNetwork, clientSite } from '../limits/client-network.ts'
import { deviceName } from './device-name.ts'

/** Where a request comes from, as far as accounts are concerned. */
export interface Client {
  /** The key of limits per network. */
  network: string
  /** The key of turns in a queue. */
  site: string
  device: string | null
}

export const readClient = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  network: clientNetwork(ip),
  site: clientSite(ip),
  device: deviceName(headers['user-agent']),
})
