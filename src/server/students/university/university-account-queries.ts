import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { type Account, findMailboxUsers, findUser, findUserByEmail } from '../user-queries.ts'

export interface UniversityAccount {
  studentId: number
  issuer: string
  subject: string
  joinedAt: number
  lastLoginAt: number
}

const columns = sql`
  user_id AS "studentId", issuer, subject, joined_at AS "joinedAt", last_login_at AS "lastLoginAt"`

interface Subject {
  issuer: string
  subject: string
}

export function findBySubject(
  db: Db,
  { issuer, subject }: Subject,
): Promise<UniversityAccount | undefined> {
  return db.get<UniversityAccount>(sql`
    SELECT ${columns} FROM university_accounts WHERE issuer = ${issuer} AND subject = ${subject}`)
}

export function findUniversityAccount(
  db: Db,
  studentId: number,
): Promise<UniversityAccount | undefined> {
  return db.get<UniversityAccount>(sql`
    SELECT ${columns} FROM university_accounts WHERE user_id = ${studentId}`)
}

/**
 * Finds the account of somebody with this address: the one with the address itself, or a confirmed one with a plus
 * address of the same mailbox that has no university account yet.
 */
export async function findAccountOf(db: Db, email: string): Promise<Account | undefined> {
  const exact = await findUserByEmail(db, email)
  if (exact) return exact
  for (const id of await findMailboxUsers(db, email)) {
    const account = await findUser(db, id)
    if (account?.confirmedAt && !(await findUniversityAccount(db, id))) return account
  }
}

/** Returns false if the student's account had no university account. */
export async function unlinkUniversityAccount(tx: Db, studentId: number): Promise<boolean> {
  const { changes } = await tx.run(
    sql`DELETE FROM university_accounts WHERE user_id = ${studentId}`,
  )
  return changes === 1
}

/**
 * Joins the university account to the student's account, in place of any other. Returns false if another student has it
 * since: the unique index decides between concurrent calls.
 */
export async function linkUniversityAccount(
  tx: Db,
  { studentId, issuer, subject, now }: Subject & { studentId: number; now: number },
): Promise<boolean> {
  await unlinkUniversityAccount(tx, studentId)
  const { changes } = await tx.run(sql`
    INSERT INTO university_accounts (user_id, issuer, subject, joined_at, last_login_at)
    VALUES (${studentId}, ${issuer}, ${subject}, ${now}, ${now})
    ON CONFLICT (issuer, subject) DO NOTHING`)
  return changes === 1
}

/**
 * Records a login, and what the university says that the student is. If it says nothing, its last word stays: otherwise
 * an alum could post by not releasing the claim. Returns the affiliations that count now.
 */
export async function recordUniversityLogin(
  tx: Db,
  studentId: number,
  { affiliations, now }: { affiliations: string | null; now: number },
): Promise<string | null> {
  await tx.run(
    sql`UPDATE university_accounts SET last_login_at = ${now} WHERE user_id = ${studentId}`,
  )
  const row = await tx.get<{ affiliations: string | null }>(sql`
    UPDATE users SET affiliations = COALESCE(${affiliations}, affiliations)
    WHERE id = ${studentId} RETURNING affiliations`)
  return row?.affiliations ?? null
}
