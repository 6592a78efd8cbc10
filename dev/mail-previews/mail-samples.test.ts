import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { campus, setCampus } from '#campus/campus.ts'
import type { Mail } from '#server/mail/mail-transport.ts'
import type { TemplateName } from '#server/mail/render-mail.ts'
import { composeMessage, createSmtpTransport } from '#server/mail/smtp-transport.ts'
import { createTestMailLinks, testAppUrl } from '#tests/support/mail-links.ts'
import { parseMail, readHeaders } from '#tests/support/outbox.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { createMailSamples } from './mail-samples.ts'

const address = '1 King St N, Waterloo ON N2L 0A1'

// The samples are made while the tests are collected.
const { settings } = campus
setCampus({ ...settings, postalAddress: address })
afterAll(() => setCampus(settings))

const from = 'post@mail.example'
const now = Date.UTC(2026, 10, 15, 17)

/** The emails that a student can turn off in the settings. */
const optional: TemplateName[] = [
  'unread-messages',
  'meeting-reminder',
  'meeting-question',
  'meeting-cancelled',
  'listing-reminders',
  'saved-news',
  'still-looking',
  'weekly-figures',
]

const samplesOf = (appUrl: string) =>
  Object.entries(createMailSamples(createTestMailLinks(appUrl), now)).flatMap(
    ([template, variants]) =>
      variants.map(({ name, mail }): [string, Mail] => [`${template}, ${name}`, mail]),
  )

const isOptional = ({ template }: Mail) => optional.some((name) => name === template)
const compose = (mail: Mail) => composeMessage({ ...mail, id: '7' }, from)
const readHref = (html: string) => html.replaceAll('&amp;', '&')

const samples = samplesOf(testAppUrl)

describe.each(samples)('the mail %s', (_name, mail) => {
  it('is a message that mail programs read', async () => {
    const message = await compose(mail)
    const headers = readHeaders(message)
    expect(headers).toMatchObject({
      from: `${campus.brand} <${from}>`,
      to: mail.to,
      subject: mail.subject,
      'message-id': '<7@mail.example>',
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
      'content-type': expect.stringMatching(/^multipart\/alternative;/),
    })
    expect(Date.parse(headers.date ?? '')).not.toBeNaN()
    const { text, html } = parseMail(message)
    expect(text).toBe(mail.text.trim())
    expect(html).toBe(mail.html.trim())
    const raw = message.toString('latin1')
    expect(raw.indexOf('Content-Type: text/plain')).toBeLessThan(raw.indexOf('text/html'))
    // The limit is 998 characters. A line of that length would not have been wrapped.
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(200)
    expect(raw).not.toMatch(/[^\r]\n/)
  })

  it('has a subject and a preheader that say different things', () => {
    expect(mail.subject).toMatch(/^\P{Cc}{12,120}$/u)
    const [, preheader = '', padding = ''] =
      /<body[^>]*>\s*<div style="display:none[^>]*>([\s\S]*?)((?:\s*&#847;&zwnj;&nbsp;)*)<\/div>/.exec(
        mail.html,
      ) ?? []
    expect(preheader.length).toBeGreaterThan(3)
    expect(preheader).not.toBe(mail.subject)
    // Some email programs show 140 characters beside the subject.
    expect(padding.match(/&zwnj;/g)?.length).toBeGreaterThanOrEqual(140)
  })

  it('reads well as text: wrapped, with every link of the HTML on a line of its own', () => {
    for (const line of mail.text.split('\n')) {
      if (line.includes(' ')) expect(line.length).toBeLessThanOrEqual(76)
    }
    expect(mail.text).not.toMatch(/\n{3}|[ \t]\n|undefined|null|\[object|&amp;|<\/?\w+>/)
    const lines = mail.text.split(/\s/)
    for (const [, href = ''] of mail.html.matchAll(/<a href="([^"]+)"/g)) {
      expect(lines).toContain(readHref(href))
    }
    expect(mail.text).toContain(`\n${campus.brand} - ${campus.communityName}\n${address}\n`)
  })

  it('is drawn with what Outlook knows', () => {
    const { html } = mail
    expect(html).not.toMatch(
      /display:\s*(flex|grid)|position:|float:|<(script|link|svg|form|video)\b/,
    )
    expect(html).not.toMatch(/@import|@font-face|url\(|white-space|color:inherit|rgba|var\(/)
    // Outlook ignores margins of tables. It ignores the padding of a link unless the cell has it too.
    for (const [tag] of html.matchAll(/<table[^>]*>/g)) {
      expect(tag).toMatch(/^<table role="presentation"/)
      expect(tag).toMatch(/cellpadding="0" cellspacing="\d" border="0"/)
      expect(tag).not.toContain('margin')
    }
    for (const [tag] of html.matchAll(/<(?:td|table|body)[^>]*background:(#\w+)[^>]*>/g)) {
      expect(tag).toMatch(/bgcolor="(#\w+)".*background:\1/)
    }
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(html.match(/<!\[endif\]-->/g)?.length ?? 0)
    expect(html).toMatch(/<!--\[if mso\]><table role="presentation" width="520"/)
    for (const name of ['table', 'tr', 'td', 'a', 'p', 'div', 'blockquote']) {
      const count = (pattern: string) => html.match(new RegExp(pattern, 'g'))?.length ?? 0
      expect([name, count(`<${name}[ >]`)]).toEqual([name, count(`</${name}>`)])
    }
    // Gmail cuts off longer emails.
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  })

  it('is readable in the dark', () => {
    const { html } = mail
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    expect(html).toContain('[data-ogsc] .ink')
    expect(html).toContain('[data-ogsb] .paper')
    const gold = /<td align="center" bgcolor="#ffc53d"[^>]*><a [^>]*>/g
    for (const [tag] of html.replaceAll(gold, '').matchAll(/<\w+ [^>]*[;"]color:#[^>]*>/g)) {
      expect(tag).toMatch(/class="[^"]*\b(ink|quiet|link|on-gold)\b/)
    }
  })

  it('loads nothing but photos of listings, which say what they show', () => {
    for (const [tag] of mail.html.matchAll(/<img[^>]*>/g)) {
      expect(tag).toMatch(
        / src="https:\/\/quad\.example\/api\/uploads\/\w+-320\.webp" alt="Photo of \S/,
      )
      expect(tag).toMatch(/ width="\d+" height="\d+"/)
    }
    expect(mail.html.match(/ (?:src|background|srcset)="/g)?.length ?? 0).toBe(
      mail.html.match(/<img/g)?.length ?? 0,
    )
  })

  it('can be unsubscribed from with one click if a setting turns it off, and otherwise not', async () => {
    const headers = readHeaders(await compose(mail))
    if (!isOptional(mail)) {
      expect(headers).not.toHaveProperty('list-unsubscribe')
      expect(headers).not.toHaveProperty('list-unsubscribe-post')
      for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/unsubscribe/i)
      return
    }
    const [, url = ''] = /^<(\S+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
    expect(url).toMatch(/^https:\/\/quad\.example\/unsubscribe\?token=[a-z]+\.\d+\.[\w-]{20,}$/)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(
      `\nUnsubscribe:\n${url}\nEmail settings:\n${testAppUrl}/account#email\n`,
    )
    expect(mail.text).toMatch(/\n--\nYou get this email because /)
    expect(mail.html).toMatch(/You get this email because [^<]+<br><a href="[^"]+\/unsubscribe/)
    for (const part of [mail.text, mail.html]) expect(part).toContain(address)
  })

  it('says email, log in and student', () => {
    expect(`${mail.subject}\n${mail.text}`).not.toMatch(
      /\b(mails?|mailed|sign(ed)? in|users?)\b|’/i,
    )
  })
})

it('every template has a subject of its own; what came of a report is in the mail', () => {
  const all = createMailSamples(createTestMailLinks(), now)
  const subjects = Object.entries(all)
    .filter(([template]) => !template.startsWith('report-'))
    .map(([, [{ mail }]]) => mail.subject)
  expect(subjects).toHaveLength(new Set(subjects).size)
})

it('has no button of mail programs without https, which they require', async () => {
  for (const [, mail] of samplesOf('http://localhost:3000').filter(([, each]) =>
    isOptional(each),
  )) {
    const headers = readHeaders(await compose(mail))
    expect(headers['list-unsubscribe']).toMatch(/^<http:\/\/localhost:3000\/unsubscribe\?token=/)
    expect(headers).not.toHaveProperty('list-unsubscribe-post')
  }
})

it('a long unsubscribe link arrives whole', async () => {
  const appUrl = `https://${'marketplace.'.repeat(19)}example`
  const [, mail] = samplesOf(appUrl).find(([, each]) => isOptional(each)) ?? []
  if (!mail) throw new Error('There is no such mail.')
  const message = await compose(mail)
  expect(readHeaders(message)['list-unsubscribe']).toBe(`<${mail.unsubscribeUrl}>`)
  for (const line of message.toString('latin1').split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(998)
  }
})

it('arrive over SMTP as they were composed', async () => {
  const received: Buffer[] = []
  const { port, stop } = await startSmtpServer(({ message }) => received.push(Buffer.from(message)))
  onTestFinished(stop)
  const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from })
  const { signal } = new AbortController()
  const withoutDate = ({ date: _, 'content-type': __, ...headers }: Record<string, string>) =>
    headers
  for (const [, mail] of samples) {
    await transport.send({ ...mail, id: '7' }, signal)
    const message = received.pop() ?? Buffer.alloc(0)
    const composed = await compose(mail)
    expect(parseMail(message)).toEqual(parseMail(composed))
    expect(withoutDate(readHeaders(message))).toEqual(withoutDate(readHeaders(composed)))
  }
})
