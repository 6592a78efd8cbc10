import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The SMTP URL with TLS and a checked certificate, whatever its own parameters say: mails hold names, links and codes.
 * A mail server on this machine may do without.
 */
export function requireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  if (isLoopback(url.hostname)) return smtpUrl
  url.searchParams.set('requireTLS', 'true')
  url.searchParams.set('tls.rejectUnauthorized', 'true')
  return url.href
}

function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback'
}
