import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import {
  buildCodeMail,
  buildLoginChangeMail,
  buildPasswordChangedMail,
  buildResetMail,
} from './account-mails.ts'

stayOnBuiltInCampus()

const ada = {
  id: 1,
  firstName: '<b>Ada</b>',
  lastName: '"L"',
  email: at('ada'),
  confirmedAt: null,
  mustConfirm: false,
  isSample: false,
}
const link = 'https://quad.example/reset-password#token=abc'
const codeAndSite = { code: '048213', appUrl: 'https://quad.example' }
const noon = Date.UTC(2026, 10, 15, 17)

/** An account that may have somebody else's address. */
const unproven = { ...ada, mustConfirm: true }

describe('buildCodeMail', () => {
  const { mail, loggedSubject } = buildCodeMail(unproven, codeAndSite)

  it.each(['text', 'html'] as const)('has the code in its %s, in one piece', (format) => {
    expect(mail[format]).toMatch(/\b048213\b/)
    expect(mail[format].replaceAll(/\s+/g, ' ')).toContain('It works for 15 minutes.')
  })

  it('begins its subject with the code, but not the subject that is logged', () => {
    expect(mail.subject).toBe(`048213 is your ${campus.brand} code`)
    expect(loggedSubject).toBe(`Your ${campus.brand} code`)
    for (const purpose of ['join', 'identity'] as const) {
      const other = buildCodeMail(ada, { ...codeAndSite, purpose })
      expect(other.mail.subject).toMatch(/^048213 is your .+ code to /)
      expect(other.loggedSubject).not.toMatch(/\d/)
    }
  })

  it('tells a stranger how to take the address back, and a student that somebody is logged in', () => {
    expect(mail.text).toContain('Someone signed up with your email')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('https://quad.example/forgot-password')
    }
    const renewed = buildCodeMail({ ...unproven, confirmedAt: noon }, codeAndSite)
    expect(renewed.mail.text).toContain('Someone is logged in to your account')
  })
})

it.each([
  buildCodeMail(unproven, codeAndSite).mail,
  buildResetMail(unproven, { link, requestedAt: noon }),
  buildPasswordChangedMail(unproven, { changedAt: noon, loggedOut: 'all' }),
])('$template names nobody to an address that is not proven', ({ text, html }) => {
  expect(text).toContain('Hi,')
  for (const part of [text, html]) expect(part).not.toContain('Ada')
})

it('tells only students with a password to reset it', () => {
  const change = {
    change: 'passkey added',
    changedAt: noon,
    appUrl: 'https://quad.example',
  } as const
  const advice = (hasPassword: boolean) =>
    buildLoginChangeMail(ada, { ...change, hasPassword }).text.replaceAll(/\s+/g, ' ')
  expect(advice(true)).toContain('Reset your Quad password now')
  expect(advice(false)).not.toContain('Quad password')
  expect(advice(false)).toContain('https://quad.example/account#devices')
  expect(buildCodeMail(ada, codeAndSite).mail.text).not.toContain('password')
})

describe('buildResetMail', () => {
  const mail = buildResetMail(ada, { link, requestedAt: noon })

  it.each(['text', 'html'] as const)(
    'states in its %s how long the link works, when it was requested and what to do otherwise',
    (format) => {
      const body = mail[format].replaceAll(/\s+/g, ' ')
      expect(body).toContain('valid for 5 minutes')
      expect(body).toContain('Nov 15, 2026 at 12:00 pm EST')
      expect(body).toContain('Not you?')
      expect(body).toContain(link)
    },
  )

  it('escapes a name in the HTML', () => {
    expect(mail.html).toContain('Hi &lt;b&gt;Ada&lt;/b&gt;,')
    expect(mail.html).not.toContain('<b>')
    expect(mail.text).toContain('Hi <b>Ada</b>,')
  })

  it('wraps lines, so that the link is not split by the encoding', () => {
    for (const line of mail.text.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
    expect(mail.text).toContain(`\n${link}\n`)
  })
})

it.each([
  ['all', 'logged you out on every device', 'may be reading your email'],
  ['others', 'logged you out on all other devices', 'Reset your Quad password now'],
] as const)(
  'buildPasswordChangedMail after a logout of %s confirms the change without any link',
  (loggedOut, consequence, advice) => {
    const mail = buildPasswordChangedMail(ada, { changedAt: noon, loggedOut })
    expect(mail.subject).toBe('Your Quad password was changed')
    const text = mail.text.replaceAll(/\s+/g, ' ')
    for (const part of ['Nov 15, 2026', 'Not you?', consequence, advice]) {
      expect(text).toContain(part)
    }
    expect(mail.html).not.toContain('href')
  },
)
