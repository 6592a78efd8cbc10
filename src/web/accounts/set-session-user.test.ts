import { expect, it } from 'vitest'
import type { SessionUser } from '#contract/accounts.ts'
import { createQueryClient } from '../query-client.ts'
import { sessionKey } from './session.tsx'
import { setSessionUser } from './set-session-user.ts'

const ada: SessionUser = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@uwaterloo.ca',
  confirmation: 'required',
  role: 'student',
  suspension: null,
  unread: 0,
  favourites: [],
}

it.each([
  ['the same user', ada, true],
  ['a user who has confirmed the mailbox', { ...ada, confirmation: 'confirmed' }, false],
  ['a user who has become a moderator', { ...ada, role: 'moderator' }, false],
  ['another user', { ...ada, id: 2 }, false],
  ['nobody', null, false],
] as const)('for %s, other data is kept: %3$s', (_who, user, isKept) => {
  const queryClient = createQueryClient()
  setSessionUser(queryClient, ada)
  queryClient.setQueryData(['listing'], 'as Ada saw it')
  setSessionUser(queryClient, user)
  expect(queryClient.getQueryData(['listing']) !== undefined).toBe(isKept)
})

it('an answer that was asked for before does not bring the former user back', async () => {
  const queryClient = createQueryClient()
  const { promise, resolve } = Promise.withResolvers<SessionUser>()
  const asked = queryClient.fetchQuery({ queryKey: sessionKey, queryFn: () => promise })
  setSessionUser(queryClient, null)
  resolve(ada)
  await asked.catch(() => undefined)
  expect(queryClient.getQueryData(sessionKey)).toBeNull()
})
