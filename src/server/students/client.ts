import type { FastifyRequest } from 'fastify'
import { type ClientNetworks, clientNetworks } from '../limits/client-network.ts'
import { deviceName } from './device-name.ts'

/** Where a request comes from, as far as accounts are concerned. */
export interface Client extends ClientNetworks {
  device: string | null
}

export const readClient = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  ...clientNetworks(ip),
  device: deviceName(headers['user-agent']),
})
