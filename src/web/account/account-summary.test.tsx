import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { OwnAccount } from '#contract/own-account.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { AccountSummary } from './account-summary.tsx'

stayOnBuiltInCampus()

const account: OwnAccount = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: at('ada'),
  confirmation: 'confirmed',
  role: 'student',
  secondFactor: null,
  suspension: null,
  mayPost: true,
  unread: 0,
  favourites: [],
  joinedAt: '2025-09-01T03:00:00.000Z',
  confirmedAt: null,
  showsEmail: true,
  mailReminders: true,
  mailMessages: 'soon',
  mailSaved: true,
  mailFavourites: false,
  mailWeekly: true,
  bouncedAt: null,
  isCodeRefused: false,
  isOnlyAdmin: false,
}

function render(changes: Partial<OwnAccount>) {
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-15"
    >
      <MemoryRouter>
        <AccountSummary account={{ ...account, ...changes }} />
      </MemoryRouter>
    </App>,
  )
  return html.replaceAll(/<noscript>.*?<\/noscript>|<[^>]+>/gs, '')
}

it('says since when by the campus calendar, and nothing about a mailbox that needs no confirmation', () => {
  expect(render({})).toBe(`${at('ada')}Member since Aug 2025`)
})

it('says when the address was confirmed, and whether that was within the year', () => {
  const confirmedAt = '2026-11-15T12:00:00.000Z'
  expect(render({ confirmedAt })).toContain('University email confirmed · Nov 2026')
  expect(render({ confirmedAt, confirmation: 'due' })).toContain(
    'University email last confirmed Nov 2026',
  )
})

it('asks for a code while the address has to be confirmed, and after mail to it came back', () => {
  expect(render({ confirmation: 'due' })).not.toContain('6-digit code')
  expect(render({ confirmation: 'required' })).toContain('6-digit code')
  const refused = render({ bouncedAt: '2026-11-15T12:00:00.000Z' })
  expect(refused).toContain('An email to this address bounced')
  expect(refused).toContain('Send me a code')
  expect(render({ confirmation: 'due', isCodeRefused: true })).toContain('Send me a code')
})
