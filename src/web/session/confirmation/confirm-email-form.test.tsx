import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { MailboxState, SessionUser } from '#contract/accounts.ts'
import { at } from '#tests/support/campus-email.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { accountQuery } from '../account-queries.ts'
import { createQueryClient } from '../query-client.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { rememberFirstCode } from './resend-code.tsx'

const api = createApi(async () => Response.json({}))

function openForm(confirmation: MailboxState) {
  const queryClient = createQueryClient()
  const user: SessionUser = {
    id: 1,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: at('ada'),
    confirmation,
    role: 'student',
    secondFactor: null,
    suspension: null,
    mayPost: true,
    unread: 0,
    favourites: [],
  }
  const render = () =>
    renderToString(
      <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
        <MemoryRouter>
          <ConfirmEmailForm user={user} />
        </MemoryRouter>
      </App>,
    )
  /** Returns the text of the form, without tags. */
  const read = () => render().replaceAll(/<!-- -->|<noscript>.*?<\/noscript>|<[^>]+>/gs, '')
  return { queryClient, user, render, read }
}

it('says that a code was sent only if this tab knows of one, and takes one in any case', () => {
  const { queryClient, user, read } = openForm('required')
  const unknown = read()
  expect(unknown).toContain(`We can send a code to ${at('ada')}`)
  expect(unknown).toContain('6-digit code')
  expect(unknown).toContain('Have a code already?')
  expect(unknown).toContain('Send me a code')

  rememberFirstCode(queryClient, user)
  const sent = read()
  expect(sent).toContain(`We sent a code to ${at('ada')} It works for 15 minutes.`)
  expect(sent).toContain('6-digit code')
  expect(sent).toContain('Send a new code')
})

it('asks a student who was mailed none only whether to send one', () => {
  const { queryClient, user, read } = openForm('due')
  expect(read()).toContain('Send me a code')
  expect(read()).toContain('Have a code already?')
  expect(read()).not.toContain('6-digit code')
  rememberFirstCode(queryClient, user)
  expect(read()).toContain('6-digit code')
})

const ownAccount = (user: SessionUser) => ({
  ...user,
  joinedAt: '2026-11-15T12:00:00.000Z',
  confirmedAt: null,
  showsEmail: true,
  mailReminders: true,
  mailMessages: 'soon' as const,
  mailSaved: true,
  mailFavourites: false,
  mailWeekly: true,
  bouncedAt: '2026-11-15T12:00:05.000Z',
  isCodeRefused: false,
  isOnlyAdmin: false,
})

it('tells a new student that mail to the address came back, with the way out', () => {
  const { queryClient, user, render, read } = openForm('required')
  const account = ownAccount(user)
  rememberFirstCode(queryClient, user)
  queryClient.setQueryData(accountQuery(api).queryKey, { ...account, bouncedAt: null })
  expect(read()).toContain('We sent a code to')
  queryClient.setQueryData(accountQuery(api).queryKey, account)
  expect(read()).toContain(`Our email to ${at('ada')} bounced. Is it spelled right?`)
  expect(read()).not.toContain('We sent a code to')
  expect(render()).toMatch(/<button(?:(?!<\/button>).)*Log out/)
})

it.each(['required', 'due'] as const)(
  'says that the last code was refused, and what to do (%s)',
  (confirmation) => {
    const { queryClient, user, read } = openForm(confirmation)
    rememberFirstCode(queryClient, user)
    const account = { ...ownAccount(user), bouncedAt: null, isCodeRefused: true }
    queryClient.setQueryData(accountQuery(api).queryKey, account)
    expect(read()).toContain(
      `The email server refused our last code to ${at('ada')} The mailbox may be full. Make room in it, then ask for a new code.`,
    )
    expect(read()).not.toContain('We sent a code to')
    expect(read()).toContain('Send a new code')
  },
)
