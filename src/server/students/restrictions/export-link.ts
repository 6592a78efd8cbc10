import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../database/database.ts'
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

/** Returns undefined if the link is invalid or no longer works. */
export async function findExportAccount(db: Db, token: string): Promise<BannedAccount | undefined> {
  const [, id] = /^([1-9]\d{0,9})\.[\w-]+$/.exec(token) ?? []
  const account = id ? await findUser(db, Number(id)) : undefined
  if (!account || !hasExportLink(account)) return undefined
  const [given, expected] = [Buffer.from(token), Buffer.from(await createExportToken(db, account))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? account : undefined
}

/**
 * An unproven account gets no link. A stranger may have made it, and the owner of the mailbox must not get the
 * stranger's data.
 */
export const hasExportLink = (account: Account): account is BannedAccount =>
  account.bannedAt !== null && !hasToConfirm(account)
