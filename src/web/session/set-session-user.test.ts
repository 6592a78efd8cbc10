import { describe, expect, it } from 'vitest'
import type { SessionUser } from '#contract/accounts.ts'
import { at } from '#tests/support/campus-email.ts'
import type { Api } from '../queries/api.ts'
import { createQueryClient } from './query-client.ts'
import { sessionKey } from './session.tsx'
import { checkSession, setSessionUser } from './set-session-user.ts'

const ada: SessionUser = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: at('ada'),
  confirmation: 'required',
  role: 'student',
  secondFactor: null,
  suspension: null,
  mayPost: true,
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

describe('checkSession', () => {
  const api = {} as Api
  const open = () => {
    const queryClient = createQueryClient()
    setSessionUser(queryClient, ada)
    const ask = () => {
      const { promise, resolve, reject } = Promise.withResolvers<SessionUser | null>()
      const done = checkSession(api, queryClient, { request: () => promise })
      const answer = (user: SessionUser | null) => {
        resolve(user)
        return done
      }
      const fail = () => {
        reject(new Error('offline'))
        return done
      }
      return { answer, fail }
    }
    return { queryClient, ask, user: () => queryClient.getQueryData(sessionKey) }
  }
  const laterAda = { ...ada, unread: 2 }

  it('does not bring a user back who has logged out since', async () => {
    const { queryClient, ask, user } = open()
    const poll = ask()
    setSessionUser(queryClient, null)
    await poll.answer(ada)
    expect(user()).toBeNull()
    await ask().answer(laterAda)
    expect(user()).toEqual(laterAda)
  })

  it('takes answers in the order of their questions, and no failed one', async () => {
    const { ask, user } = open()
    const [first, second, third, fourth] = [ask(), ask(), ask(), ask()]
    await first.answer({ ...ada, unread: 1 })
    expect(user()).toMatchObject({ unread: 1 })
    await third.answer(laterAda)
    await second.answer(null)
    expect(user()).toEqual(laterAda)
    await fourth.fail()
    expect(user()).toEqual(laterAda)
  })
})
