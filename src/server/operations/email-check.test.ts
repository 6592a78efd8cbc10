import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EmailCheck } from '#contract/operations.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'

describe.each(anyEngine)('the test email on %s', (engine) => {
  async function open(
    settings: Record<string, string>,
    records: Record<string, string[]> | undefined,
  ) {
    const dns = records && (await startDnsServer(records))
    const site = await openModerationSite(
      engine,
      { MAIL_FROM: 'post@mail.campus.example', ...settings },
      { ...(dns && { dnsServers: [dns.address] }) },
    )
    const send = async () =>
      (await site.eve.post(apiPaths.emailCheck)).body as unknown as EmailCheck
    return { ...site, send }
  }

  it('says what the mail server and the name server said', async () => {
    const received: string[] = []
    const smtp = await startSmtpServer(({ to }) => received.push(to))
    onTestFinished(() => smtp.stop())
    const { send } = await open(
      { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_DKIM_SELECTOR: 'fall' },
      {
        'mail.campus.example': ['other=1', 'v=spf1 include:_spf.mail.example -all'],
        'fall._domainkey.mail.campus.example': [`v=DKIM1; k=rsa; p=${'A'.repeat(400)}`],
        // The policy of the domain above counts, with its part for subdomains.
        '_dmarc.campus.example': ['v=DMARC1; p=reject; sp=quarantine'],
      },
    )
    const { problem, reply, to, checks } = await send()
    expect({ problem, to }).toEqual({ problem: null, to: at('eve') })
    expect(received).toEqual([at('eve')])
    expect(reply).toMatch(/^250 /)
    expect(checks).toMatchObject([
      { kind: 'SPF', state: 'ok', record: 'v=spf1 include:_spf.mail.example -all' },
      { kind: 'DKIM', state: 'ok' },
      { kind: 'DMARC', state: 'ok', text: expect.stringContaining('spam') },
    ])
    await smtp.stop()
    const failed = await send()
    expect(failed).toMatchObject({ reply: null, problem: expect.stringContaining('ECONNREFUSED') })
    for (const _ of [3, 4, 5]) await send()
    expect(await send()).toMatchObject({ code: 'too_many' })
  })

  it.each<[string, Record<string, string[]>, string[]]>([
    ['missing records', { 'mail.campus.example': ['hello'] }, ['problem', 'problem', 'problem']],
    [
      'records that forbid, revoke and say nothing',
      {
        'mail.campus.example': ['v=spf1 -all'],
        'fall._domainkey.mail.campus.example': ['v=DKIM1; p='],
        '_dmarc.mail.campus.example': ['v=DMARC1;'],
      },
      ['problem', 'problem', 'problem'],
    ],
    [
      'two SPF records',
      { 'mail.campus.example': ['v=spf1 a -all', 'v=spf1 mx -all'] },
      ['problem', 'problem', 'problem'],
    ],
    [
      'an SPF record that lets anybody send',
      { 'mail.campus.example': ['v=spf1 +all'] },
      ['problem', 'problem', 'problem'],
    ],
  ])('finds %s', async (_, records, states) => {
    const { send } = await open({ MAIL_DKIM_SELECTOR: 'fall' }, records)
    const { problem, reply, checks } = await send()
    expect(checks.map(({ state }) => state)).toEqual(states)
    expect(problem).toContain('No email was sent')
    expect(reply).toContain('outbox')
  })

  it('says that it could not ask if no name server answers', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const dnsServers = [`127.0.0.1:${silent.address().port}`]
    const { eve } = await openModerationSite(engine, {}, { dnsServers })
    const { checks } = (await eve.post(apiPaths.emailCheck)).body as unknown as EmailCheck
    expect(checks.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  })
})
