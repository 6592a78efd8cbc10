import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses of IPv4 clients that reach an IPv6 server through a translator. The last 32 bits are the IPv4 address. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Returns the key of per-network rate limits: an IPv4 address, or the /64 network of one IPv6 customer. */
export const clientNetwork = (forwarded: string): string => networkOf(forwarded, 64)

/** Returns the client that takes turns in a queue. Some IPv6 customers hold a /48, and so any number of /64 networks. */
export const clientSite = (forwarded: string): string => networkOf(forwarded, 48)

/** The keys of limits per network: the network and the site around it. For IPv4 both are the address. */
export interface ClientNetworks {
  network: string
  site: string
}

export const clientNetworks = (forwarded: string): ClientNetworks => ({
  network: clientNetwork(forwarded),
  site: clientSite(forwarded),
})

function networkOf(forwarded: string, prefixBits: number): string {
  const ip = withoutPort(forwarded)
  // Texts that are not addresses share one key, or each would be a new one. ipaddr.js alone would accept "1" and "0x7f.1".
  if (isIP(ip) === 0) return 'unknown'
  // An IPv4-mapped address becomes the IPv4 address.
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  if (address.match(nat64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).toString()
  const prefix = address.parts.slice(0, prefixBits / 16).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${prefixBits}`
}

/** Removes the port. Some load balancers forward "192.0.2.1:51234" and "[2001:db8::1]:51234". */
function withoutPort(address: string): string {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\])(?::\d+)?$/.exec(address)?.groups ?? {}
  return v4 ?? v6 ?? address
}
