import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { FailedUniversityLogin, WaitingUniversityLogin } from '#contract/university-login.ts'
import { at } from '#tests/support/campus-email.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { Component as ForgotPasswordPage } from './forgot-password.tsx'
import { Component as RegisterPage } from './register.tsx'
import { Component as UniversityLoginPage } from './university-login.tsx'

/** Renders a page with what the server has answered. Returns its HTML and its text. */
function render(Page: ComponentType, answers: Record<string, unknown>, user: object | null = null) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, user)
  for (const [key, answer] of Object.entries(answers)) queryClient.setQueryData([key], answer)
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-15">
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </App>,
  )
  const text = html
    .replaceAll('&#x27;', "'")
    .replaceAll(/<!-- -->|<[^>]*>/g, (tag) => (tag.startsWith('<!') ? '' : ' '))
    .replaceAll(/\s+/g, ' ')
  return { html, text }
}

describe('the page of a university login', () => {
  const proof: WaitingUniversityLogin = {
    label: 'WatIAM',
    step: 'proof',
    email: at('ada'),
    firstName: '',
    lastName: '',
    hasPassword: true,
    isCodeEnough: true,
    isCodeSent: false,
    problem: null,
    token: 'x',
  }
  const renderLogin = (login: object, user?: object) =>
    render(UniversityLoginPage, { 'university-login': login }, user)

  it('says what a code removes', () => {
    expect(renderLogin(proof).text).toContain(
      'If you use a code, we remove the password and the passkeys of the account and log out every device',
    )
    const sent = renderLogin({ ...proof, hasPassword: false, isCodeSent: true })
    expect(sent.text).toContain('If you use a code, we remove the passkeys of the account')
    expect(sent.html).toContain('value="code"')
  })

  it('offers no code where a code is not enough', () => {
    const { html, text } = renderLogin({ ...proof, isCodeEnough: false, isCodeSent: true })
    expect(html).toContain('value="password"')
    expect(html).not.toMatch(/value="(send )?code"/)
    expect(text).toContain(
      'The account is connected to another WatIAM account, so a code from your email is not enough. Forgot your password?',
    )
  })

  it('says why a login failed, with the ways on', () => {
    const failed: FailedUniversityLogin = {
      step: 'failed',
      message: "WatIAM isn't answering right now.",
      status: 503,
      again: { label: 'WatIAM', path: '/api/auth/university/waterloo?next=%2Fsaved' },
    }
    const { html, text } = renderLogin(failed)
    expect(text).toContain("That login didn't work")
    expect(text).toContain(
      "WatIAM isn't answering right now. Try WatIAM again Other ways to log in",
    )
    expect(html).toContain('href="/api/auth/university/waterloo?next=%2Fsaved"')
    const user = { id: 1, role: 'student', unread: null }
    expect(renderLogin({ ...failed, again: null }, user).text).toContain(
      "WatIAM isn't answering right now. Back to your account",
    )
  })
})

it('the page for a forgotten password has no form where there are no passwords', () => {
  const renderForm = (password: boolean) =>
    render(ForgotPasswordPage, { 'login-ways': { password, universities: [] } })
  expect(renderForm(true).html).toContain('<form')
  const { html, text } = renderForm(false)
  expect(html).not.toContain('<form')
  expect(text).toContain(`You log in to ${campus.brand} with your university account.`)
})

it('tells password managers the rules of a new password', () => {
  const { html } = render(RegisterPage, {})
  expect(html.match(/autoComplete="new-password" passwordrules="minlength: 9;/g)).toHaveLength(2)
})
