import { isIPv4, isIPv6 } from 'node:net'

/** The key of per-network rate limits: an IPv4 address, or the /64 network that one IPv6 customer holds. */
export function clientNetwork(ip: string): string {
  const embeddedIPv4 = ip.slice(ip.lastIndexOf(':') + 1)
  if (isIPv4(embeddedIPv4)) return embeddedIPv4
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const start = parseHextets(head)
  const end = parseHextets(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  const hextets = [...start, ...Array<string>(zeros).fill('0'), ...end]
  return `${hextets.slice(0, 4).join(':')}::/64`
}

function parseHextets(part: string): string[] {
  if (part === '') return []
  return part.split(':').map((hextet) => Number.parseInt(hextet, 16).toString(16))
}
