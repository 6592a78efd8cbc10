import { describe, expect, it } from 'vitest'
import { passwordChangedMail, resetMail } from './account-mails.ts'

const ada = { id: 1, firstName: '<b>Ada</b>', lastName: '"L"', email: 'ada@uwaterloo.ca' }
const link = 'https://quad.example/reset-password?token=abc'
const noon = Date.UTC(2026, 10, 15, 17)

describe('the reset mail', () => {
  const mail = resetMail(ada, { link, requestedAt: noon })

  it.each(['text', 'html'] as const)('says in %s how long, when, and what if not you', (form) => {
    const words = mail[form].replaceAll(/\s+/g, ' ')
    expect(words).toContain('valid for 5 minutes')
    expect(words).toContain('November 15, 2026 at 12:00 p.m. EST')
    expect(words).toContain('Was it not you?')
    expect(words).toContain(link)
  })

  it('shows a name as it is, never as markup', () => {
    expect(mail.html).toContain('Hi &lt;b&gt;Ada&lt;/b&gt;,')
    expect(mail.html).not.toContain('<b>')
    expect(mail.text).toContain('Hi <b>Ada</b>,')
  })

  it('keeps its lines short, so that the link stays whole', () => {
    for (const line of mail.text.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
    expect(mail.text).toContain(`\n${link}\n`)
  })
})

it('confirms a changed password without any link into the account', () => {
  const mail = passwordChangedMail(ada, { changedAt: noon })
  expect(mail.subject).toBe('Your Quad password was changed')
  expect(mail.text).toContain('November 15, 2026')
  expect(mail.text).toContain('Was it not you?')
  expect(mail.html).not.toContain('href')
})
