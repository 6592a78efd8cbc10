import { isIPv4, isIPv6 } from 'node:net'

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 customer holds. */
export function addressGroup(ip: string): string {
  const embedded = ip.slice(ip.lastIndexOf(':') + 1)
  if (isIPv4(embedded)) return embedded
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const start = groupsOf(head)
  const end = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  const groups = [...start, ...Array<string>(zeros).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  if (part === '') return []
  return part.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}
