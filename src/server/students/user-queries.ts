import sql, { type Sql } from 'sql-template-tag'
import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import type { MessageMailSetting } from '#contract/message-rules.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import type { ChangeAccount } from '#contract/own-account.ts'
import type { Db } from '../database/database.ts'
import { forKeyShare, forUpdate } from '../database/sql-fragments.ts'
import type { ConfirmationState } from './confirmation/confirmation.ts'
import type { Standing } from './person.ts'
import type { StudentRequests } from './restrictions/requests.ts'

export interface Account extends User, ConfirmationState, Standing, StudentRequests {
  /** Empty for a student without a password, who logs in with the university account. */
  passwordHash: string
  createdAt: number
  /** Whether students who read a listing see the address. */
  showsEmail: boolean
  /** Whether the student gets emails about listings that will end. */
  mailReminders: boolean
  mailMessages: MessageMailSetting
  /** Whether the student gets any emails about saved searches and favourites (`mailSaved`), and about favourites. */
  mailSaved: boolean
  mailFavourites: boolean
  /** The newest listing when the student turned emails on. What fits and is older is no news to them. */
  fitsSeenId: number
  /** Whether an admin gets the email on Mondays. */
  mailWeekly: boolean
  /** When a mail server last refused the address for good. */
  bouncedAt: number | null
  /** What the university last said that the student is, such as "alum staff", or null if it has not said. */
  affiliations: string | null
  /** The first moment after the last day of the role, or null if it has no end. */
  roleEndsAt: number | null
  /** The last day on which the student used the role, YYYY-MM-DD. */
  roleActiveOn: string | null
  /** When an admin last gave the role, or confirmed it. */
  roleConfirmedAt: number | null
}

interface UserRow {
  id: number
  first_name: string
  last_name: string
  email: string
  password_hash: string
  created_at: number
  confirmed_at: number | null
  must_confirm: number
  is_sample: number
  shows_email: number
  mail_reminders: number
  mail_messages: MessageMailSetting
  mail_saved: number
  mail_favourites: number
  fits_seen_id: number
  mail_weekly: number
  bounced_at: number | null
  affiliations: string | null
  role: UserRole
  suspended_until: number | null
  banned_at: number | null
  role_ends_at: number | null
  role_active_on: string | null
  role_confirmed_at: number | null
  held_at: number | null
  hold_review_at: number | null
  hold_log_id: number | null
  delete_at: number | null
  deletion_log_id: number | null
}

const columns = sql`
  id, first_name, last_name, email, password_hash, created_at,
  confirmed_at, must_confirm, is_sample, shows_email, mail_reminders, mail_messages, mail_saved,
  mail_favourites, fits_seen_id, mail_weekly, bounced_at, affiliations, role, suspended_until, banned_at,
  role_ends_at, role_active_on, role_confirmed_at, held_at, hold_review_at, hold_log_id, delete_at, deletion_log_id`

/** The function `hasToConfirm` in SQL. */
export const userHasToConfirm = sql`must_confirm = 1 AND confirmed_at IS NULL`

type NewUser = Omit<User, 'id'> &
  Pick<Account, 'passwordHash' | 'createdAt'> &
  Partial<Pick<Account, 'mustConfirm' | 'isSample'>>

/** Returns undefined if the address is taken. The unique index decides between concurrent calls. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  const { firstName, lastName, email, passwordHash, createdAt } = user
  const { mustConfirm = false, isSample = false } = user
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO users
      (first_name, last_name, email, password_hash, created_at, must_confirm, is_sample)
    VALUES (${firstName}, ${lastName}, ${email}, ${passwordHash}, ${createdAt},
      ${Number(mustConfirm)}, ${Number(isSample)})
    ON CONFLICT (email) DO NOTHING
    RETURNING id`)
  return row && { id: row.id, firstName, lastName, email }
}

export async function findUserByEmail(db: Db, email: string): Promise<Account | undefined> {
  return toAccount(await db.get(sql`SELECT ${columns} FROM users WHERE email = ${email}`))
}

export async function findUser(db: Db, id: number): Promise<Account | undefined> {
  return toAccount(await db.get(sql`SELECT ${columns} FROM users WHERE id = ${id}`))
}

/** Locks the row until the transaction ends. */
export async function lockUser(tx: Db, id: number): Promise<Account | undefined> {
  return toAccount(
    await tx.get(sql`SELECT ${columns} FROM users WHERE id = ${id} ${forUpdate(tx)}`),
  )
}

/**
 * Keeps the account from being deleted until the transaction ends. Others can still change it, or lock it in the same
 * way.
 */
export async function lockUserShared(tx: Db, id: number): Promise<Account | undefined> {
  return toAccount(
    await tx.get(sql`SELECT ${columns} FROM users WHERE id = ${id} ${forKeyShare(tx)}`),
  )
}

/** Whether the account has a role, which may still wait for the second factor, or be over and not taken away yet. */
export const hasRole = ({ role }: Pick<Account, 'role'>): boolean => role !== 'student'

/** Gives a role with its end. Nobody has used it yet. */
export async function updateRole(
  tx: Db,
  id: number,
  role: UserRole,
  { endsAt, now }: { endsAt: number | null; now: number },
) {
  await tx.run(sql`
    UPDATE users SET role = ${role}, role_ends_at = ${endsAt}, role_active_on = NULL,
      role_confirmed_at = ${role === 'student' ? null : now}, role_end_told = NULL
    WHERE id = ${id}`)
}

export async function updateRoleConfirmation(tx: Db, id: number, now: number) {
  await tx.run(sql`UPDATE users SET role_confirmed_at = ${now} WHERE id = ${id}`)
}

/** Records the day on which staff have used the role. */
export async function updateRoleActivity(db: Db, id: number, day: string) {
  await db.run(sql`UPDATE users SET role_active_on = ${day} WHERE id = ${id}`)
}

/**
 * Records that the student reads the mailbox. This also shows that the mailbox receives email, so an earlier refusal is
 * deleted.
 */
export async function markConfirmed(db: Db, id: number, now: number) {
  await db.run(sql`UPDATE users SET confirmed_at = ${now}, bounced_at = NULL WHERE id = ${id}`)
}

/**
 * The settings of a new account, equal to the defaults of the columns. The type requires every setting, so none can be
 * forgotten.
 */
export const defaultSettings: Readonly<Required<Omit<ChangeAccount, 'firstName' | 'lastName'>>> = {
  showsEmail: true,
  mailReminders: true,
  mailMessages: 'soon',
  mailSaved: true,
  mailFavourites: false,
  mailWeekly: true,
}

/** Changes only the settings that are not undefined. */
export async function updateAccount(db: Db, id: number, changes: ChangeAccount) {
  const { firstName = null, lastName = null, mailMessages = null } = changes
  const { showsEmail, mailReminders, mailSaved, mailFavourites, mailWeekly } = changes
  const toInteger = (value: boolean | undefined) => (value === undefined ? null : Number(value))
  await db.run(sql`
    UPDATE users SET
      first_name = COALESCE(${firstName}, first_name),
      last_name = COALESCE(${lastName}, last_name),
      shows_email = COALESCE(${toInteger(showsEmail)}, shows_email),
      mail_reminders = COALESCE(${toInteger(mailReminders)}, mail_reminders),
      mail_messages = COALESCE(${mailMessages}, mail_messages),
      mail_saved = COALESCE(${toInteger(mailSaved)}, mail_saved),
      mail_favourites = COALESCE(${toInteger(mailFavourites)}, mail_favourites),
      mail_weekly = COALESCE(${toInteger(mailWeekly)}, mail_weekly)
    WHERE id = ${id}`)
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string) {
  await db.run(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id}`)
}

export async function deleteUser(db: Db, id: number) {
  await db.run(sql`DELETE FROM users WHERE id = ${id}`)
}

function toAccount(row: UserRow | undefined): Account | undefined {
  if (!row) return undefined
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    mustConfirm: row.must_confirm === 1,
    isSample: row.is_sample === 1,
    showsEmail: row.shows_email === 1,
    mailReminders: row.mail_reminders === 1,
    mailMessages: row.mail_messages,
    mailSaved: row.mail_saved === 1,
    mailFavourites: row.mail_favourites === 1,
    fitsSeenId: row.fits_seen_id,
    mailWeekly: row.mail_weekly === 1,
    bouncedAt: row.bounced_at,
    affiliations: row.affiliations,
    role: row.role,
    suspendedUntil: row.suspended_until,
    bannedAt: row.banned_at,
    roleEndsAt: row.role_ends_at,
    roleActiveOn: row.role_active_on,
    roleConfirmedAt: row.role_confirmed_at,
    heldAt: row.held_at,
    holdReviewAt: row.hold_review_at,
    holdLogId: row.hold_log_id,
    deleteAt: row.delete_at,
    deletionLogId: row.deletion_log_id,
  }
}

/** Returns the accounts of the same mailbox, such as "ada+books@…" and "ada@…". */
export async function findMailboxUsers(db: Db, email: string): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE ${isInMailbox(db, sql`email`, email)} ORDER BY id`)
  return rows.map(({ id }) => id)
}

/**
 * A condition: the address in a column belongs to the mailbox of `email`. It is `mailboxOf` in SQL. For `users` it
 * repeats the expression of the index `users_by_mailbox`. The column must be in lower case, as `users.email` is.
 */
export function isInMailbox(db: Db, column: Sql, email: string): Sql {
  const mailbox = {
    sqlite: sql`substr(${column}, 1, instr(replace(${column}, '+', '@'), '@') - 1) || substr(${column}, instr(${column}, '@'))`,
    postgres: sql`split_part(replace(${column}, '+', '@'), '@', 1) || '@' || split_part(${column}, '@', 2)`,
  }
  return sql`(${mailbox[db.dialect]}) = ${mailboxOf(email)}`
}
