import { randomBytes } from 'node:crypto'
import sql, { empty, type Sql } from 'sql-template-tag'
import { mailboxOf } from '#campus/campus.ts'
import { createKeyedHash } from '../../app-secret.ts'
import type { Db } from '../../database/database.ts'
import { forKeyShare, forUpdate } from '../../database/sql-fragments.ts'

export type MailboxHash = (email: string) => string

/**
 * Reads the keyed hash of mailboxes. With it, a restriction outlives its account. The key is not APP_SECRET. It is
 * stored in backups, because a restored site must know whom it has banned.
 */
export const readMailboxHash = (db: Db) => createMailboxHash(db, findKey)

/**
 * Also locks the key's row. If a restriction and a new account of its mailbox are written at once, one then waits for
 * the other.
 */
export const lockRestrictions = (tx: Db) => createMailboxHash(tx, lockKeyRow)

/** Does the same for a new account, but with a shared lock: it waits only for changes of restrictions. */
export const lockRestrictionsShared = (tx: Db) => createMailboxHash(tx, lockKeyRowShared)

async function createMailboxHash(db: Db, find: FindKey): Promise<MailboxHash> {
  const hash = createKeyedHash((await find(db)) ?? (await makeKey(db, find)))
  return (email) => hash('mailbox', mailboxOf(email))
}

type FindKey = (db: Db) => Promise<string | undefined>

async function makeKey(db: Db, find: FindKey): Promise<string> {
  await insertKey(db, randomBytes(32).toString('base64url'))
  const key = await find(db)
  if (!key) throw new Error('the key was not stored')
  return key
}

const findKey = (db: Db) => readKey(db, empty)

const lockKeyRow = (tx: Db) => readKey(tx, forUpdate(tx))

const lockKeyRowShared = (tx: Db) => readKey(tx, forKeyShare(tx))

async function readKey(db: Db, lock: Sql): Promise<string | undefined> {
  const row = await db.get<{ value: string }>(sql`
    SELECT value FROM restriction_keys WHERE id = 1 ${lock}`)
  return row?.value
}

/** Inserts the key if there is none yet. */
async function insertKey(db: Db, value: string) {
  await db.run(sql`
    INSERT INTO restriction_keys (id, value) VALUES (1, ${value}) ON CONFLICT (id) DO NOTHING`)
}
