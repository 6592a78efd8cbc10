import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { createTestMailLinks } from '#tests/support/mail-links.ts'
import {
  buildReminderMail,
  type ReminderItem,
  type ReminderSection,
  untitledSubject,
} from './reminder-mail.ts'

stayOnBuiltInCampus()

const ada = {
  ...{ id: 1, firstName: '<b>Ada</b>', lastName: 'L', email: at('ada') },
  createdAt: 0,
}
const now = Date.UTC(2026, 10, 29, 17)
const appUrl = 'https://quad.example'
const photo = { url: `/uploads/${'a'.repeat(32)}.webp`, width: 1280, height: 960, preview: '' }
const external = { url: 'https://evil.example/1.jpg', width: null, height: null, preview: null }

const toItem = (title: string, token?: string, category: CategoryId = 'misc'): ReminderItem => ({
  listing: {
    category,
    id: 7,
    title,
    details: { listing_type: 'Selling' },
    photos: [external, photo],
    endsAt: '2026-12-04T17:00:00.000Z',
  } as unknown as Listing,
  since: Date.UTC(2026, 10, 24, 17),
  ...(token && { token }),
})

const links = createTestMailLinks(appUrl)
const build = (...sections: ReminderSection[]) => buildReminderMail(ada, sections, { links, now })

const section = (
  reminder: ReminderSection['reminder'],
  items = [toItem('Lamp', 'tok')],
  more = 0,
): ReminderSection => ({ reminder, items, more })

const several: [string, ReminderSection[]][] = [
  ['Some of your Quad listings end soon', [section('ending', [toItem('A'), toItem('B')])]],
  ['Some of your Quad listings have ended', [section('ended', [toItem('A')], 3)]],
  [
    'Your Quad listings: 1 has ended, 4 are pending',
    [section('ended'), section('pending', [toItem('A')], 3)],
  ],
  ['Your Quad listings: 1 has ended, 1 ends soon', [section('ended'), section('ending')]],
]

describe('buildReminderMail', () => {
  it('shows each listing with its photo, its end and its link, as HTML and as text', () => {
    const { html, text } = build(section('ending'))
    const link = `${appUrl}/renew?token=tok`
    expect(html).toContain(
      `<img src="${appUrl}/api/uploads/${'a'.repeat(32)}-320.webp" alt="Photo of Lamp" width="112" height="84"`,
    )
    expect(html).toContain(`href="${link}"`)
    expect(html).toContain('Ends Dec 4.')
    expect(text).toContain(`Lamp\nEnds Dec 4.\nRenew:\n${link}\n`)
    expect(text).toContain(`Open your dashboard:\n${appUrl}/dashboard\n`)
  })

  it.each(['html', 'text'] as const)(
    'has the postal address, once there is one, in its %s',
    (part) => {
      const ending = section('ending')
      const without = build(ending)[part]
      changeCampus({ postalAddress: '1 College Ave' })
      expect(build(ending)[part]).toContain('1 College Ave')
      expect(without).not.toContain('1 College Ave')
    },
  )

  it('loads no photo of another site', () => {
    expect(build(section('ended')).html).not.toContain('evil.example')
  })

  it('asks whether it is still pending, in the words of its category', () => {
    const { text } = build(section('pending', [toItem('Room', undefined, 'rental')]))
    expect(text).toContain('Pending since Nov 24. Mark it rented or available.')
    expect(text).not.toContain('/renew')
  })

  it('escapes names and titles in the HTML, and keeps a title on one line of the text', () => {
    const { html, text } = build(
      section('ended', [toItem('"><script>alert(1)</script>\r\n\r\nBcc: x')]),
    )
    expect(html).not.toMatch(/<script|<b>/)
    expect(html).toContain('alt="Photo of &quot;&gt;&lt;script&gt;')
    expect(text).toContain('"><script>alert(1)</script> Bcc: x\n')
    expect(text).toContain('Hi <b>Ada</b>,')
  })

  it.each<[string, string, ReminderSection[]]>([
    ['“Lamp” ends soon on Quad', 'Your Quad listing ends soon', [section('ending')]],
    ['“Lamp” has ended on Quad', 'Your Quad listing has ended', [section('ended')]],
    [
      'Is “Lamp” still pending on Quad?',
      'Is your Quad listing still pending?',
      [section('pending')],
    ],
    ...several.map(([subject, sections]): [string, string, ReminderSection[]] => [
      subject,
      subject,
      sections,
    ]),
  ])('has the subject "%s", and in logs "%s", without a title', (subject, logged, sections) => {
    expect(build(...sections).subject).toBe(subject)
    expect(untitledSubject(sections)).toBe(logged)
  })

  it('has a long title on one line of the subject, shortened', () => {
    const title = `Desk\r\nBcc: x\u2028\u202e${' and chair'.repeat(10)}`
    const { subject, text } = build(section('ending', [toItem(title)]))
    expect(subject).toBe('“Desk Bcc: x and chair and chair and chair and chai…” ends soon on Quad')
    expect(text).toMatch(/^Your Quad listing ends soon\n/)
  })

  it('says what to do, by what it is about', () => {
    expect(build(section('ended', [toItem('Gala')])).text).toMatch(
      /If\s+you\s+no\s+longer\s+have\s+the\s+item/,
    )
    expect(build(section('ended', [toItem('Gala')])).text).not.toMatch(/Renew|Mark it/)
    expect(build(section('ending')).text).toContain('Press Renew.')
    expect(build(section('pending')).text).toContain('Mark it on your dashboard')
  })

  it('says how many are left out', () => {
    const mail = build(section('ended', [toItem('A')], 30))
    for (const body of [mail.text, mail.html]) expect(body).toContain('and 30 more')
  })
})
