import { describe, expect, it } from 'vitest'
import { buildPasswordChangedMail, buildResetMail } from './account-mails.ts'

const ada = { id: 1, firstName: '<b>Ada</b>', lastName: '"L"', email: 'ada@uwaterloo.ca' }
const link = 'https://quad.example/reset-password?token=abc'
const noon = Date.UTC(2026, 10, 15, 17)

describe('buildResetMail', () => {
  const mail = buildResetMail(ada, { link, requestedAt: noon })

  it.each(['text', 'html'] as const)(
    'states in its %s how long the link works, when it was requested and what to do otherwise',
    (format) => {
      const body = mail[format].replaceAll(/\s+/g, ' ')
      expect(body).toContain('valid for 5 minutes')
      expect(body).toContain('November 15, 2026 at 12:00 p.m. EST')
      expect(body).toContain('Was it not you?')
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

it('buildPasswordChangedMail confirms the change without any link', () => {
  const mail = buildPasswordChangedMail(ada, { changedAt: noon })
  expect(mail.subject).toBe('Your Quad password was changed')
  expect(mail.text).toContain('November 15, 2026')
  expect(mail.text).toContain('Was it not you?')
  expect(mail.html).not.toContain('href')
})
