import type { OwnAccount } from '#contract/own-account.ts'
import type { Db } from '../database/database.ts'
import { isLastCodeRefused } from '../students/confirmation/confirmation-codes.ts'
import { isOnlyAdmin } from '../students/only-admin.ts'
import { readSessionUser, type SessionContext } from '../students/session-user.ts'
import type { Account } from '../students/user-queries.ts'

/** The account as its own student sees it: without VERIFY_EMAIL nothing is said of the mailbox. */
export async function presentOwnAccount(
  db: Db,
  account: Account,
  context: SessionContext,
): Promise<OwnAccount> {
  const { createdAt, showsEmail, mailReminders, mailMessages, mailSaved, mailFavourites } = account
  const { confirmedAt, bouncedAt } = context.verifyEmail ? account : nothingKnown
  const user = await readSessionUser(db, account, context)
  const mayNeedCode = user.confirmation !== 'confirmed' || bouncedAt !== null
  return {
    ...user,
    joinedAt: toIso(createdAt),
    confirmedAt: confirmedAt === null ? null : toIso(confirmedAt),
    showsEmail,
    mailReminders,
    mailMessages,
    mailSaved,
    mailFavourites,
    bouncedAt: bouncedAt === null ? null : toIso(bouncedAt),
    isCodeRefused: mayNeedCode && (await isLastCodeRefused(db, account)),
    isOnlyAdmin: await isOnlyAdmin(db, account, context.now),
  }
}

const nothingKnown = { confirmedAt: null, bouncedAt: null }

const toIso = (time: number) => new Date(time).toISOString()
