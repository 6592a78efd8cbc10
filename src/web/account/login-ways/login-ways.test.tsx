import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { OwnSecurity } from '#contract/identity-proof.ts'
import { App } from '../../app.tsx'
import { Component as AccountPage } from '../../pages/account.tsx'
import { createApi } from '../../queries/api.ts'
import { securityQuery } from '../../session/account-queries.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { SecretKey } from './second-factor-setup.tsx'

const passkey = {
  id: 1,
  name: 'My key',
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsedAt: null,
  logsIn: true,
  verifiesUser: true,
}

/** Returns the text of the account page. */
function renderAccount(changes: Partial<OwnSecurity>) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  const security: OwnSecurity = {
    hasPassword: true,
    university: null,
    passkeys: [],
    authenticatorAddedAt: null,
    hasSecondFactor: false,
    recoveryCodes: 0,
    isStaff: false,
    ways: ['password'],
    isProved: false,
    ...changes,
  }
  queryClient.setQueryData(securityQuery(api).queryKey, security)
  const role = security.isStaff ? 'moderator' : 'student'
  queryClient.setQueryData(sessionKey, { id: 1, role, secondFactor: null, unread: null })
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </App>,
  )
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('advises only students with a password to change it', () => {
  const advice = [/face or PIN instead of your password/, /Log it out, then change your password\./]
  for (const pattern of advice) {
    expect(renderAccount({ hasPassword: true })).toMatch(pattern)
    expect(renderAccount({ hasPassword: false })).not.toMatch(pattern)
  }
})

it('says which passkeys are second factors, to those who need one', () => {
  const passkeys = [{ ...passkey, verifiesUser: false }]
  const reason =
    'can&#x27;t be your second factor, because it doesn&#x27;t ask for a fingerprint, face or PIN'
  expect(renderAccount({ passkeys })).not.toContain(reason)
  const withoutFactor = renderAccount({ passkeys, isStaff: true })
  expect(withoutFactor).toContain(reason)
  expect(withoutFactor).not.toContain('Recovery codes')
  const withFactor = renderAccount({ passkeys: [passkey], isStaff: true, hasSecondFactor: true })
  expect(withFactor).not.toContain(reason)
  expect(withFactor).toContain('Recovery codes None left.')
})

it('the key of the app can be copied, for a phone that cannot scan itself', () => {
  const html = renderToString(<SecretKey secret="ABCDEFGHIJKL" />).replaceAll('<!-- -->', '')
  expect(html).toContain('ABCD EFGH IJKL')
  expect(html).toMatch(/<\/svg>Copy<span class="sr-only"> the key/)
})
