import sql from 'sql-template-tag'
import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import type { KeyedHash } from '../app-secret.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { forKeyShare } from '../database/sql-fragments.ts'
import { dayMs, toIso } from '../durations.ts'
import { hasToConfirm } from '../students/confirmation/confirmation.ts'
import type { Account } from '../students/user-queries.ts'

/** The reader of an address: a keyed hash of a student's mailbox, or of a visitor's network. */
export type Reader = `student:${string}` | `network:${string}`

/** Reads are counted by mailbox, because a student could delete the account and create it again. */
export const studentReader = (keyedHash: KeyedHash, { email }: Pick<User, 'email'>): Reader =>
  `student:${keyedHash('contact reader', mailboxOf(email))}`

export const networkReader = (keyedHash: KeyedHash, network: string): Reader =>
  `network:${keyedHash('contact reader', network)}`

export interface ContactRead {
  reader: Reader
  sellerId: number
  now: number
}

/** Counts the sellers whose address the reader has read today, and says whether this seller is among them. */
export async function countContactReads(db: Db, { reader, sellerId, now }: ContactRead) {
  const row = await db.get<{ sellers: number; reads: number }>(sql`
    SELECT COUNT(*) AS sellers, COUNT(CASE WHEN seller_id = ${sellerId} THEN 1 END) AS reads
    FROM contact_reads WHERE reader = ${reader} AND day = ${campusDayNumber(now)}`)
  return { sellers: row?.sellers ?? 0, hasRead: row?.reads === 1 }
}

/** Records a read. Inserts nothing if the seller's account has just been deleted. */
export async function insertContactRead(tx: Db, { reader, sellerId, now }: ContactRead) {
  await tx.run(sql`
    INSERT INTO contact_reads (reader, day, seller_id)
    SELECT ${reader}, ${campusDayNumber(now)}, id FROM users WHERE id = ${sellerId} ${forKeyShare(tx)}`)
}

export async function deleteExpiredContactReads(db: Db, now: number) {
  const where = sql`day < ${campusDayNumber(now)}`
  await cleanUp(db, { table: 'contact_reads', primaryKey: ['reader', 'day', 'seller_id'], where })
}

const toDay = (dayNumber: number) => toIso(dayNumber * dayMs).slice(0, 10)

export const contactData: RoomData<Account> = {
  tables: {
    contact_reads: { notInBackups: 'they are deleted after the day', references: ['users'] },
  },
  async export(db, student, { keyedHash }) {
    return {
      addressesSeen: await exportAddressesSeen(db, student, keyedHash),
      addressSeenBy: await exportAddressSeenBy(db, student.id),
    }
  },
  expire: [deleteExpiredContactReads],
}

async function exportAddressesSeen(db: Db, student: Account, keyedHash: KeyedHash) {
  // Reads are counted by mailbox, and a stranger may have signed up with one of its plus addresses.
  if (hasToConfirm(student)) return []
  const rows = await db.all<{ day: number; seller_id: number }>(sql`
    SELECT day, seller_id FROM contact_reads WHERE reader = ${studentReader(keyedHash, student)}
    ORDER BY day, seller_id`)
  return rows.map(({ day, seller_id }) => ({ day: toDay(day), sellerId: seller_id }))
}

/** Exports how many students have read the address, but not who they are. */
async function exportAddressSeenBy(db: Db, studentId: number) {
  const rows = await db.all<{ day: number; readers: number }>(sql`
    SELECT day, COUNT(*) AS readers FROM contact_reads WHERE seller_id = ${studentId}
    GROUP BY day ORDER BY day`)
  return rows.map(({ day, readers }) => ({ day: toDay(day), readers }))
}
