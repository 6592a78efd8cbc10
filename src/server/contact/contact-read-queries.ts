import sql from 'sql-template-tag'
import { mailboxOf } from '#campus.ts'
import type { User } from '#contract/accounts.ts'
import { campusDayNumber } from '#contract/campus-date.ts'
import type { KeyedHash } from '../app-secret.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { forKeyShare } from '../database/row-locks.ts'

/** With a keyed hash of a student's mailbox, or of a visitor's network. */
export type Reader = `student:${string}` | `network:${string}`

/** By mailbox, not by account, which could be deleted and made again. */
export const studentReader = (keyedHash: KeyedHash, { email }: Pick<User, 'email'>): Reader =>
  `student:${keyedHash('contact reader', mailboxOf(email))}`

export const networkReader = (keyedHash: KeyedHash, network: string): Reader =>
  `network:${keyedHash('contact reader', network)}`

export interface ContactRead {
  reader: Reader
  sellerId: number
  now: number
}

/** How many sellers someone has read the address of today, and whether this one is among them. */
export async function countContactReads(db: Db, { reader, sellerId, now }: ContactRead) {
  const row = await db.get<{ sellers: number; reads: number }>(sql`
    SELECT COUNT(*) AS sellers, COUNT(CASE WHEN seller_id = ${sellerId} THEN 1 END) AS reads
    FROM contact_reads WHERE reader = ${reader} AND day = ${campusDayNumber(now)}`)
  return { sellers: row?.sellers ?? 0, hasRead: row?.reads === 1 }
}

/** Nothing for a seller whose account has just been deleted. */
export async function insertContactRead(tx: Db, { reader, sellerId, now }: ContactRead) {
  await tx.run(sql`
    INSERT INTO contact_reads (reader, day, seller_id)
    SELECT ${reader}, ${campusDayNumber(now)}, id FROM users WHERE id = ${sellerId} ${forKeyShare(tx)}`)
}

export async function deleteExpiredContactReads(db: Db, now: number) {
  const where = sql`day < ${campusDayNumber(now)}`
  await cleanUp(db, { table: 'contact_reads', primaryKey: ['reader', 'day', 'seller_id'], where })
}
