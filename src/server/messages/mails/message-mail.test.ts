import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import type { Listing } from '#contract/listing.ts'
import { formatAmount } from '#format/format.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { createTestMailLinks } from '#tests/support/mail-links.ts'
import { escapeHtml } from '../../escape-html.ts'
import { messageSignals } from '../present-thread.ts'
import { buildMessageMail, type MailedConversation } from './message-mail.ts'

const appUrl = 'https://quad.example'
const ada = {
  ...{ id: 1, firstName: 'Ada', lastName: 'L', email: at('ada') },
  ...{ mustConfirm: false, confirmedAt: null, createdAt: 0 },
}
const photo = { url: `/uploads/${'a'.repeat(32)}.webp`, width: 1280, height: 960, preview: '' }
const listing = {
  ...{ category: 'misc', id: 3, title: 'Lamp', price: 5, details: {}, photos: [photo] },
} as unknown as Listing

const about = (title: string) => ({ listingId: 3, title })
const fromBob: MailedConversation = {
  ...{ threadId: 7, category: 'misc', sender: 'Bob', texts: ['Is it still there?'], more: 0 },
  about: { ...about('Lamp'), listing },
}
const scam = 'Send the deposit by Western Union.'
/** Lets the scam phrases of a region count, and returns what they say. */
function readScamSignal() {
  changeCampus({ region: builtInCampus.region })
  const [signal] = messageSignals(scam, 'misc')
  if (!signal) throw new Error('The text is no scam.')
  return signal
}
/** Returns the words of a text without its line breaks, quote markers and indents. */
const unwrap = (text: string) => text.replaceAll(/\n(?:> ?| {2})?/g, ' ').replaceAll(/ +/g, ' ')
const build = (conversations: MailedConversation[], more = 0) =>
  buildMessageMail(ada, conversations, { more, links: createTestMailLinks(appUrl) })

describe('the mail about one conversation', () => {
  it('has the text, the listing with its photo, and a link to answer, as HTML and as text', () => {
    const { to, subject, html, text } = build([fromBob])
    expect([to, subject]).toEqual([ada.email, 'New message from Bob about Lamp'])
    expect(html).toContain(`<img src="${appUrl}/api/uploads/${'a'.repeat(32)}-320.webp"`)
    expect(html).toContain(`href="${appUrl}/messages/7"`)
    expect(text).toContain('Bob wrote:\n\n> Is it still there?\n')
    expect(text).toContain(`ABOUT\n\nLamp\n${campus.currency.symbol}5\n`)
    expect(text).toContain(`Reply on ${campus.brand}:\n${appUrl}/messages/7\n`)
  })

  it('about an open offer leads to its buttons, and answers nothing by itself', () => {
    const offer = { amount: 12, endsAt: '2026-11-20T17:00:00.000Z' }
    const { html, text } = build([{ ...fromBob, texts: ['I offer it.'], offer }])
    expect(unwrap(text)).toContain(`There is an open offer of ${formatAmount(12)}.`)
    expect(text).toContain(`Answer the offer:\n${appUrl}/messages/7\n`)
    expect(html).not.toMatch(/href="[^"]*(accept|decline|answer)/)
    const several = build([{ ...fromBob, offer }, fromBob])
    expect(several.text).toContain('Answer the offer')
    expect(several.text).toContain('Read and reply')
  })

  it('says that nobody gets a reply, and where to choose how often it comes', () => {
    const { html, text } = build([fromBob])
    expect(text).toContain(`Replies here don't reach Bob. Reply on ${campus.brand}.`)
    expect(html).toContain(`href="${appUrl}/account#email"`)
  })

  it('makes no link of what is written, and escapes it', () => {
    const texts = ['<b>Pay</b> at https://evil.example/pay']
    const { html, text } = build([{ ...fromBob, texts, sender: 'http://evil.example' }])
    expect(html).toContain('&lt;b&gt;Pay&lt;/b&gt; at https://evil.example/pay')
    expect(html).not.toMatch(/href="[^"]*evil/)
    expect(text).toContain('> <b>Pay</b> at https://evil.example/pay')
  })

  it('keeps the lines of a message in the mail, and names on the line of the subject', () => {
    const title = 'Lamp\r\nBcc: eve@evil.example'
    const texts = ['One\nTwo']
    const { subject, text } = build([{ ...fromBob, texts, about: about(title) }])
    expect(subject).toBe('New message from Bob about Lamp Bcc: eve@evil.example')
    expect(text).toContain('> One\n> Two\n')
  })

  it('counts them, and says how many it leaves out', () => {
    const { subject, text } = build([{ ...fromBob, texts: ['One', 'Two', 'Three'], more: 4 }])
    expect(subject).toBe('7 new messages from Bob about Lamp')
    expect(text).toContain(`> Three\n>\n> … and 4 more on ${campus.brand}\n`)
  })

  it('says below the text what its words are like, and what to do, each once', () => {
    const { sentence, advice } = readScamSignal()
    expect(build([fromBob]).text).not.toContain(`A note from ${campus.brand} about this message`)
    const { html, text } = build([{ ...fromBob, texts: [scam] }])
    const remark = `A note from ${campus.brand} about this message: ${sentence} ${advice}`
    expect(unwrap(text)).toContain(`Bob wrote: ${scam} ${remark} ABOUT`)
    expect(html).toContain(escapeHtml(remark))
    expect(html.indexOf(escapeHtml(remark))).toBeGreaterThan(html.indexOf(scam))
    const twice = build([{ ...fromBob, texts: ['Hi', scam, scam] }])
    expect(unwrap(twice.text)).toContain(
      `A note from ${campus.brand} about these messages: ${sentence} ${advice} ABOUT`,
    )
  })

  it('gives the advice about homes for a rental too that has been taken down', () => {
    changeCampus({ region: builtInCampus.region })
    const texts = ['I will mail you the keys once the deposit is there.']
    const remark = ({ category }: Pick<MailedConversation, 'category'>) =>
      unwrap(build([{ ...fromBob, about: undefined, category, texts }]).text)
    expect(remark({ category: 'rental' })).toContain('See the place with somebody who has its keys')
    expect(remark({ category: 'misc' })).not.toContain('See the place')
    expect(remark({ category: 'misc' })).toContain('Meet in person')
  })

  it('names no listing that students must not see, and shows no photo of one that has ended', () => {
    const { about: _, ...secret } = fromBob
    const taken = build([secret])
    expect(taken.subject).toBe('New message from Bob')
    expect(taken.html).not.toContain('<img')
    const ended = build([{ ...fromBob, about: about('Lamp') }])
    expect(ended.text).toContain('Lamp\nNo longer shown\n')
    expect(ended.html).not.toContain('<img')
  })
})

describe('the mail about several conversations', () => {
  it('has the beginning of each, with its link, and says how many it leaves out', () => {
    const long = { ...fromBob, threadId: 8, texts: ['😀'.repeat(300), 'b'], more: 1 }
    const { subject, text, html } = build([fromBob, long], 2)
    expect(subject).toBe('Unread messages in 4 conversations')
    expect(text).toContain(`Lamp\nBob: Is it still there?\nRead and reply:\n${appUrl}/messages/7`)
    expect(html).toContain(`Bob: ${'😀'.repeat(199)}… (and 2 more)`)
    for (const body of [text, html]) expect(body).toContain('and 2 more conversations')
    expect(html).toContain(`href="${appUrl}/messages"`)
  })

  it('says of each beginning what its words are like', () => {
    const { sentence, advice } = readScamSignal()
    const { html, text } = build([fromBob, { ...fromBob, texts: [scam, 'Hello?'] }])
    const remark = `A note from ${campus.brand} about this message: ${sentence} ${advice}`
    expect(unwrap(text)).toContain(`${scam} (and 1 more) ${remark} Read and reply:`)
    expect(html.split(escapeHtml(remark))).toHaveLength(2)
  })

  it('names no listing that students must not see', () => {
    const { about: _, ...secret } = fromBob
    expect(build([fromBob, secret]).text).toContain('Message from Bob\nBob: Is it still there?')
  })
})
