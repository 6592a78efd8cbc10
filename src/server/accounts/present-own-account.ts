import type { OwnAccount } from '#contract/own-account.ts'
import type { Db } from '../database/database.ts'
import { isOnlyAdmin } from './only-admin.ts'
import { readSessionUser, type SessionContext } from './session-user.ts'
import type { Account } from './user-queries.ts'

/** The account as its own student sees it: without VERIFY_EMAIL nothing is said of the mailbox. */
export async function presentOwnAccount(
  db: Db,
  account: Account,
  context: SessionContext,
): Promise<OwnAccount> {
  const { createdAt, showsEmail, mailReminders, mailMessages, mailSaved, mailFavourites } = account
  const { confirmedAt, bouncedAt } = context.verifyEmail ? account : nothingKnown
  return {
    ...(await readSessionUser(db, account, context)),
    joinedAt: toIso(createdAt),
    confirmedAt: confirmedAt === null ? null : toIso(confirmedAt),
    showsEmail,
    mailReminders,
    mailMessages,
    mailSaved,
    mailFavourites,
    bouncedAt: bouncedAt === null ? null : toIso(bouncedAt),
    isOnlyAdmin: await isOnlyAdmin(db, account, context.now),
  }
}

const nothingKnown = { confirmedAt: null, bouncedAt: null }

const toIso = (time: number) => new Date(time).toISOString()
