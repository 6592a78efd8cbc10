import type { OwnAccount } from '#contract/own-account.ts'
import { type ConfirmationContext, toSessionUser } from './confirmation/confirmation.ts'
import type { Account } from './user-queries.ts'

/** The account as its own student sees it: without VERIFY_EMAIL nothing is said of the mailbox. */
export function presentOwnAccount(account: Account, context: ConfirmationContext): OwnAccount {
  const { createdAt, showsEmail, mailReminders } = account
  const { confirmedAt, bouncedAt } = context.verifyEmail ? account : nothingKnown
  return {
    ...toSessionUser(account, context),
    joinedAt: toIso(createdAt),
    confirmedAt: confirmedAt === null ? null : toIso(confirmedAt),
    showsEmail,
    mailReminders,
    bouncedAt: bouncedAt === null ? null : toIso(bouncedAt),
  }
}

const nothingKnown = { confirmedAt: null, bouncedAt: null }

const toIso = (time: number) => new Date(time).toISOString()
