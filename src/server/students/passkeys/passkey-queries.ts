import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../database/database.ts'

export interface Passkey {
  id: number
  studentId: number
  /** The id that the browser knows, in base64url. */
  credentialId: string
  /** A COSE key in base64url. */
  publicKey: string
  counter: number
  transports: string[]
  name: string
  verifiesUser: boolean
  logsIn: boolean
  createdAt: number
  lastUsedAt: number | null
}

interface PasskeyRow extends Omit<Passkey, 'transports' | 'verifiesUser' | 'logsIn'> {
  transports: string
  verifiesUser: number
  logsIn: number
}

async function findPasskeysWhere(db: Db, condition: Sql): Promise<Passkey[]> {
  const rows = await db.all<PasskeyRow>(sql`
    SELECT id, user_id AS "studentId", credential_id AS "credentialId", public_key AS "publicKey",
      counter, transports, name, verifies_user AS "verifiesUser", logs_in AS "logsIn",
      created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM passkeys WHERE ${condition} ORDER BY id`)
  return rows.map((row) => ({
    ...row,
    transports: row.transports.split(' ').filter(Boolean),
    verifiesUser: row.verifiesUser === 1,
    logsIn: row.logsIn === 1,
  }))
}

export const findPasskeys = (db: Db, studentId: number) =>
  findPasskeysWhere(db, sql`user_id = ${studentId}`)

export async function findPasskeyByCredential(db: Db, credentialId: string) {
  return (await findPasskeysWhere(db, sql`credential_id = ${credentialId}`))[0]
}

/** Returns undefined if a passkey with this credential exists. */
export function insertPasskey(
  db: Db,
  passkey: Omit<Passkey, 'id' | 'logsIn' | 'lastUsedAt'>,
): Promise<{ id: number } | undefined> {
  const { studentId, credentialId, publicKey, counter, transports, name } = passkey
  return db.get<{ id: number }>(sql`
    INSERT INTO passkeys
      (user_id, credential_id, public_key, counter, transports, name, verifies_user, created_at)
    VALUES (${studentId}, ${credentialId}, ${publicKey}, ${counter}, ${transports.join(' ')}, ${name},
      ${Number(passkey.verifiesUser)}, ${passkey.createdAt})
    ON CONFLICT (credential_id) DO NOTHING RETURNING id`)
}

/**
 * Stores the counter and the time of a use. Returns false if the counter went back, which it does when a passkey was
 * copied. A counter that stays 0 is allowed: synced passkeys do not count.
 */
export async function recordPasskeyUse(
  db: Db,
  { id, counter, now }: { id: number; counter: number; now: number },
): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE passkeys SET counter = ${counter}, last_used_at = ${now}
    WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
  return changes === 1
}

export async function renamePasskey(
  db: Db,
  { id, studentId, name }: { id: number; studentId: number; name: string },
): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${studentId}`)
  return changes === 1
}

export async function deletePasskey(db: Db, id: number) {
  await db.run(sql`DELETE FROM passkeys WHERE id = ${id}`)
}

export async function deletePasskeys(db: Db, studentId: number) {
  await db.run(sql`DELETE FROM passkeys WHERE user_id = ${studentId}`)
}

/** Keeps the passkeys as second factors. They open no session any more. */
export async function stopPasskeyLogins(db: Db, studentId: number) {
  await db.run(sql`UPDATE passkeys SET logs_in = 0 WHERE user_id = ${studentId}`)
}
