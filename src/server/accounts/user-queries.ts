import sql, { empty } from 'sql-template-tag'
import type { SessionUser } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'

export interface UserWithPassword extends SessionUser {
  passwordHash: string
  createdAt: number
}

interface UserRow {
  id: number
  first_name: string
  last_name: string
  email: string
  password_hash: string
  created_at: number
}

const columns = sql`id, first_name, last_name, email, password_hash, created_at`

/** Undefined when the address is taken; the unique index decides between concurrent calls. */
export async function insertUser(
  db: Db,
  user: Omit<UserWithPassword, 'id'>,
): Promise<SessionUser | undefined> {
  const { firstName, lastName, email, passwordHash, createdAt } = user
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES (${firstName}, ${lastName}, ${email}, ${passwordHash}, ${createdAt})
    ON CONFLICT (email) DO NOTHING
    RETURNING id`)
  return row && { id: row.id, firstName, lastName, email }
}

export async function findUserByEmail(
  db: Db,
  email: string,
): Promise<UserWithPassword | undefined> {
  return toAccount(await db.get(sql`SELECT ${columns} FROM users WHERE email = ${email}`))
}

export async function findUser(db: Db, id: number): Promise<UserWithPassword | undefined> {
  return toAccount(await db.get(sql`SELECT ${columns} FROM users WHERE id = ${id}`))
}

/** Locks the row until the transaction ends; SQLite serializes transactions anyway. */
export async function lockUser(tx: Db, id: number): Promise<UserWithPassword | undefined> {
  const lock = tx.dialect === 'postgres' ? sql`FOR UPDATE` : empty
  return toAccount(await tx.get(sql`SELECT ${columns} FROM users WHERE id = ${id} ${lock}`))
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string) {
  await db.run(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id}`)
}

export async function deleteUser(db: Db, id: number) {
  await db.run(sql`DELETE FROM users WHERE id = ${id}`)
}

function toAccount(row: UserRow | undefined): UserWithPassword | undefined {
  if (!row) return undefined
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
  }
}
