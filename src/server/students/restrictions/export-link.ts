import sql from 'sql-template-tag'
import { banUndoDays } from '#contract/moderation-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { hasToConfirm } from '../confirmation/confirmation.ts'
import { generateSecret, hashToken } from '../sessions/session-token.ts'
import { type Account, findUser } from '../user-queries.ts'

export type BannedAccount = Account & { bannedAt: number }

/**
 * Creates the token of a link to the student's data, for the email about a ban, because banned students can't log in.
 * The link works while the account exists and this ban is in force.
 */
export const createExportToken = (
  db: Db,
  { id, bannedAt }: Pick<BannedAccount, 'id' | 'bannedAt'>,
): Promise<string> => insertLink(db, { studentId: id, bannedAt, expiresAt: null })

/**
 * Creates the token of a link that an admin has sent to the student's mailbox. The admin never gets it. Whoever reads the
 * mailbox could also reset the password, so the link asks for no login.
 */
export const createRequestedExportToken = (
  db: Db,
  { id }: Pick<Account, 'id'>,
  expiresAt: number,
): Promise<string> => insertLink(db, { studentId: id, bannedAt: null, expiresAt })

interface NewLink {
  studentId: number
  bannedAt: number | null
  expiresAt: number | null
}

/** The token is random and only its hash is stored, so neither the database nor a backup is enough to make a link. */
async function insertLink(db: Db, { studentId, bannedAt, expiresAt }: NewLink): Promise<string> {
  const token = generateSecret()
  await db.run(sql`
    INSERT INTO export_links (token_hash, user_id, banned_at, expires_at)
    VALUES (${hashToken(token)}, ${studentId}, ${bannedAt}, ${expiresAt})`)
  return token
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
  const link = await db.get<{
    user_id: number
    banned_at: number | null
    expires_at: number | null
  }>(sql`
    SELECT user_id, banned_at, expires_at FROM export_links WHERE token_hash = ${hashToken(token)}`)
  const account = link && (await findUser(db, link.user_id))
  if (!account || hasToConfirm(account)) return undefined
  const { banned_at: bannedAt, expires_at: expiresAt } = link
  if (expiresAt !== null) {
    return now < expiresAt ? { account, until: expiresAt, isClosed: false } : undefined
  }
  if (bannedAt === null || account.bannedAt !== bannedAt) return undefined
  return { account, until: bannedAt + banUndoDays * dayMs, isClosed: true }
}

/**
 * An unproven account gets no link. A stranger may have made it, and the owner of the mailbox must not get the
 * stranger's data.
 */
export const hasExportLink = (account: Account): account is BannedAccount =>
  account.bannedAt !== null && !hasToConfirm(account)

/** Call it when the ban of an account changes: the link in the email about another ban no longer works. */
export async function deleteOtherBanLinks(tx: Db, studentId: number, bannedAt: number | null) {
  await tx.run(sql`
    DELETE FROM export_links WHERE user_id = ${studentId} AND banned_at <> ${bannedAt ?? 0}`)
}

export async function deleteExpiredExportLinks(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'export_links', primaryKey: ['token_hash'], where })
}
