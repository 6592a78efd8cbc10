import { Resolver } from 'node:dns/promises'
import type { DnsCheck } from '#contract/operations.ts'
import { secondMs } from '../durations.ts'

const timeoutMs = 2 * secondMs

interface SenderDnsOptions {
  /** The domain of the sender's address. */
  domain: string
  /** The name of the DKIM key, which MAIL_DKIM_SELECTOR sets. */
  selector: string | undefined
  /** Name servers as address:port. The default are those of the machine. */
  servers?: string[] | undefined
}

/** Asks the name servers whether mailboxes can trust emails from this domain. It takes a few seconds at most. */
export function checkSenderDomain({
  domain,
  selector,
  servers,
}: SenderDnsOptions): Promise<DnsCheck[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  return Promise.all([
    checkSpf(resolver, domain),
    ...(selector ? [checkDkim(resolver, domain, selector)] : []),
    checkDmarc(resolver, domain),
  ])
}

type Records = string[] | { failure: string }

/** Reads the TXT records of a name. A name without records has none; any other failure means that nobody knows. */
async function readTexts(resolver: Resolver, name: string): Promise<Records> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string }
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : { failure: code }
  }
}

const couldNotAsk = (kind: DnsCheck['kind'], failure: string): DnsCheck => ({
  kind,
  state: 'unknown',
  text: `Could not ask the name server (${failure}).`,
  record: null,
})

/**
 * Whether the domain lets anybody send. The check does not evaluate the record for an address, because the mail server of
 * SMTP_URL often hands emails on to another one.
 */
async function checkSpf(resolver: Resolver, domain: string): Promise<DnsCheck> {
  const kind = 'SPF'
  const texts = await readTexts(resolver, domain)
  if ('failure' in texts) return couldNotAsk(kind, texts.failure)
  const records = texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text))
  const [record = null, other] = records
  if (record === null) {
    return { kind, state: 'problem', text: `${domain} has no SPF record.`, record }
  }
  if (other !== undefined) {
    return {
      kind,
      state: 'problem',
      text: `${domain} has ${records.length} SPF records. Only one is allowed.`,
      record: records.join('\n'),
    }
  }
  if (/^v=spf1\s+-all\s*$/i.test(record)) {
    return { kind, state: 'problem', text: `${domain} says that nobody may send for it.`, record }
  }
  if (/\s\+?all(?:\s|$)/i.test(record)) {
    return { kind, state: 'problem', text: `${domain} says that anybody may send for it.`, record }
  }
  return {
    kind,
    state: 'ok',
    text: 'Only the servers in this record may send. Check that yours is one of them.',
    record,
  }
}

async function checkDkim(resolver: Resolver, domain: string, selector: string): Promise<DnsCheck> {
  const kind = 'DKIM'
  const name = `${selector}._domainkey.${domain}`
  const texts = await readTexts(resolver, name)
  if ('failure' in texts) return couldNotAsk(kind, texts.failure)
  const record = texts.find((text) => /(?:^|;)\s*p\s*=/i.test(text)) ?? null
  if (record === null) return { kind, state: 'problem', text: `${name} has no key.`, record }
  const key = /(?:^|;)\s*p\s*=\s*([^;\s]*)/i.exec(record)?.[1]
  if (!key) return { kind, state: 'problem', text: `The key at ${name} was revoked.`, record }
  return { kind, state: 'ok', text: `${name} has a key.`, record }
}

/** Reads the policy of the domain or, if it has none, of the domains above it. */
async function checkDmarc(resolver: Resolver, domain: string): Promise<DnsCheck> {
  const kind = 'DMARC'
  const labels = domain.split('.')
  // The last label is a top-level domain, which has no policy.
  for (let index = 0; index < Math.max(1, labels.length - 1); index++) {
    const texts = await readTexts(resolver, `_dmarc.${labels.slice(index).join('.')}`)
    if ('failure' in texts) return couldNotAsk(kind, texts.failure)
    const record = texts.find((text) => /^v=DMARC1(?:\s*;|$)/i.test(text))
    if (record === undefined) continue
    const subdomains = index > 0 ? /;\s*sp\s*=\s*(\w+)/i.exec(record)?.[1] : undefined
    const policy = subdomains ?? /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]
    if (!policy) return { kind, state: 'problem', text: 'The record has no policy.', record }
    const text = `Mailboxes ${dmarcEffects[policy.toLowerCase()] ?? 'may refuse'} emails that fail both SPF and DKIM.`
    return { kind, state: 'ok', text, record }
  }
  return { kind, state: 'problem', text: `${domain} has no DMARC record.`, record: null }
}

const dmarcEffects: Record<string, string> = {
  none: 'accept',
  quarantine: 'put into spam',
  reject: 'refuse',
}
