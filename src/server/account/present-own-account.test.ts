import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import type { Account } from '../students/user-queries.ts'
import { sessionParts as parts } from '../wiring.ts'
import { presentOwnAccount } from './present-own-account.ts'

const account: Account = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@uwaterloo.ca',
  passwordHash: 'a hash',
  createdAt: 0,
  confirmedAt: 1,
  mustConfirm: true,
  isSample: false,
  showsEmail: true,
  mailReminders: true,
  mailMessages: 'soon',
  mailSaved: true,
  mailFavourites: false,
  bouncedAt: 2,
  role: 'moderator',
  suspendedUntil: null,
  bannedAt: null,
}

it('says nothing of the mailbox without VERIFY_EMAIL', async () => {
  const db = await openTestDatabase('sqlite')
  expect(
    await presentOwnAccount(db, account, {
      verifyEmail: false,
      canStartThreads: true,
      parts,
      now: 3,
    }),
  ).toEqual({
    id: 1,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@uwaterloo.ca',
    confirmation: 'confirmed',
    role: 'moderator',
    suspension: null,
    unread: 0,
    favourites: [],
    joinedAt: '1970-01-01T00:00:00.000Z',
    confirmedAt: null,
    showsEmail: true,
    mailReminders: true,
    mailMessages: 'soon',
    mailSaved: true,
    mailFavourites: false,
    bouncedAt: null,
    isCodeRefused: false,
    isOnlyAdmin: false,
  })
  expect(
    await presentOwnAccount(db, account, {
      verifyEmail: true,
      canStartThreads: true,
      parts,
      now: 3,
    }),
  ).toMatchObject({
    confirmedAt: '1970-01-01T00:00:00.001Z',
    bouncedAt: '1970-01-01T00:00:00.002Z',
  })
})
