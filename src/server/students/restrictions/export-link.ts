import { timingSafeEqual } from 'node:crypto'
import { banUndoDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { hasToConfirm } from '../confirmation/confirmation.ts'
import { type Account, findUser } from '../user-queries.ts'
import { readRestrictionHash } from './mailbox-hash.ts'

export type BannedAccount = Account & { bannedAt: number }

/**
 * Creates the token of a link to the student's data, for the email about a ban, because banned students can't log in.
 * Nothing is stored for it. The link works while the account exists and this ban is in force.
 */
export async function createExportToken(
  db: Db,
  { id, createdAt, bannedAt }: Pick<BannedAccount, 'id' | 'createdAt' | 'bannedAt'>,
): Promise<string> {
  const hash = await readRestrictionHash(db)
  return `${id}.${hash('export of a banned account', ...[id, createdAt, bannedAt].map(String))}`
}

/**
 * Creates the token of a link that an admin has sent to the student's mailbox. Nothing is stored for it either, and the
 * admin never gets it. Whoever reads the mailbox could also reset the password, so the link asks for no login.
 */
export async function createRequestedExportToken(
  db: Db,
  { id, createdAt }: Pick<Account, 'id' | 'createdAt'>,
  expiresAt: number,
): Promise<string> {
  const hash = await readRestrictionHash(db)
  const proof = hash('export on request', ...[id, createdAt, expiresAt].map(String))
  return `${id}.${expiresAt}.${proof}`
}

interface LinkedExport {
  account: Account
  /** When the link stops working: it expires, or the closed account is deleted. */
  until: number
  isClosed: boolean
}

/** Returns undefined if the link is invalid or no longer works. */
export async function findLinkedExport(
  db: Db,
  token: string,
  now: number,
): Promise<LinkedExport | undefined> {
  const [, id, expiry] = /^([1-9]\d{0,9})\.(?:(\d{1,15})\.)?[\w-]+$/.exec(token) ?? []
  const account = id ? await findUser(db, Number(id)) : undefined
  if (!account || hasToConfirm(account)) return undefined
  if (expiry) {
    const until = Number(expiry)
    const expected = await createRequestedExportToken(db, account, until)
    return isSame(token, expected) && now < until ? { account, until, isClosed: false } : undefined
  }
  if (!hasExportLink(account)) return undefined
  const until = account.bannedAt + banUndoDays * dayMs
  const isValid = isSame(token, await createExportToken(db, account))
  return isValid ? { account, until, isClosed: true } : undefined
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * An unproven account gets no link. A stranger may have made it, and the owner of the mailbox must not get the
 * stranger's data.
 */
export const hasExportLink = (account: Account): account is BannedAccount =>
  account.bannedAt !== null && !hasToConfirm(account)
