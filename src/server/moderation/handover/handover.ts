import sql from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { addDays } from '#categories/days.ts'
import { handoverDays } from '#contract/moderation-rules.ts'
import {
  type DueItem,
  type HandoverResponse,
  handoverNotesBody,
  type StaffRole,
} from '#contract/people.ts'
import { version } from '#contract/version.ts'
import { campusIsoDate, lastCampusDay } from '#format/campus-date.ts'
import { formatMoment } from '#format/format.ts'
import { findPlaceholders, type PlaceholderConfig } from '../../campus/placeholders.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { hourMs, toIso, toIsoOrNull } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import { fullName, type PersonRow, personName } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { noStudentId, writeLog } from '../moderation-log.ts'
import { readRoles } from '../roles/read-roles.ts'

export interface HandoverDeps {
  db: Db
  config: Pick<Config, 'APP_URL' | 'S3_URL' | 'BACKUP_S3_URL'> & PlaceholderConfig
  /** Returns when the site made its newest backup, or null. */
  readLastBackup: () => Promise<number | null>
}

/** Without a backup for this long, the page says so. */
const maxBackupAgeMs = 36 * hourMs

/** Reads what a successor needs: who has a role, where the site runs, what is due, and the notes of the admins. */
export async function readHandover(
  deps: HandoverDeps,
  viewer: Pick<Account, 'id' | 'email'>,
  now: number,
): Promise<HandoverResponse> {
  const { db, config } = deps
  const { roles } = await readRoles(db, viewer, now)
  const lastBackupAt = await deps.readLastBackup()
  return {
    site: {
      appUrl: config.APP_URL,
      version,
      database: db.dialect === 'sqlite' ? 'SQLite, in the data folder' : 'PostgreSQL',
      photos: config.S3_URL ? 'An S3-compatible store' : 'The data folder',
      // The URL also has a user and a password.
      mail: config.SMTP_URL
        ? new URL(config.SMTP_URL).host
        : 'No email server: files in the data folder',
      lastBackupAt: toIsoOrNull(lastBackupAt),
    },
    roles,
    due: await findDue(deps, { roles, lastBackupAt, now }),
    notes: await readNotes(db),
  }
}

interface DueContext {
  roles: StaffRole[]
  lastBackupAt: number | null
  now: number
}

async function findDue(
  { db, config }: HandoverDeps,
  { roles, lastBackupAt, now }: DueContext,
): Promise<DueItem[]> {
  const today = campusIsoDate(now)
  const latest = addDays(today, handoverDays)
  const ending = roles.flatMap(({ name, endsOn }): DueItem[] =>
    endsOn === null ? [] : [{ kind: 'role', text: `Last day of ${name}'s role`, on: endsOn }],
  )
  const dated = [...ending, ...findTermEnds(today), ...(await findPaused(db))]
  return [
    ...findPlaceholders(config).map((text): DueItem => ({ kind: 'setting', text, on: null })),
    ...describeBackup({ db, config }, { lastBackupAt, now }),
    ...dated
      .filter(({ on }) => on !== null && on <= latest)
      .toSorted((a, b) => ((a.on ?? '') < (b.on ?? '') ? -1 : 1)),
  ]
}

/** Returns the next last day of each term. */
function findTermEnds(today: string): DueItem[] {
  const year = Number(today.slice(0, 4))
  return campus.settings.terms.map(({ name, lastDay }) => {
    const thisYear = `${year}-${lastDay}`
    const on = thisYear >= today ? thisYear : `${year + 1}-${lastDay}`
    return { kind: 'term', text: `The ${name} term ends`, on }
  })
}

function describeBackup(
  { db, config }: Pick<HandoverDeps, 'db' | 'config'>,
  { lastBackupAt, now }: { lastBackupAt: number | null; now: number },
): DueItem[] {
  if (lastBackupAt !== null && now - lastBackupAt <= maxBackupAgeMs) return []
  const makesBackups = db.dialect === 'sqlite' || config.BACKUP_S3_URL !== undefined
  const none = makesBackups
    ? 'There is no daily backup yet'
    : 'Check that PostgreSQL is backed up: the site does not do it'
  const text =
    lastBackupAt === null ? none : `The last backup is from ${campusIsoDate(lastBackupAt)}`
  return [{ kind: 'backup', text, on: null }]
}

/** Finds holds to look at again, and accounts that will be deleted. */
async function findPaused(db: Db): Promise<DueItem[]> {
  const rows = await db.all<{
    firstName: string
    lastName: string
    reviewAt: number | null
    deleteAt: number | null
  }>(sql`
    SELECT first_name AS "firstName", last_name AS "lastName", hold_review_at AS "reviewAt",
      delete_at AS "deleteAt"
    FROM users WHERE held_at IS NOT NULL
    UNION ALL
    SELECT first_name, last_name, NULL, delete_at FROM users
    WHERE delete_at IS NOT NULL AND held_at IS NULL`)
  return rows.map((row) =>
    row.reviewAt === null
      ? {
          kind: 'deletion',
          text: `${fullName(row)}'s account will be deleted`,
          on: row.deleteAt === null ? null : campusIsoDate(row.deleteAt),
        }
      : {
          kind: 'hold',
          text: `Look again at the hold on ${fullName(row)}`,
          on: lastCampusDay(row.reviewAt),
        },
  )
}

interface NotesRow extends PersonRow {
  text: string
  version: number
  changed_by: number | null
  changed_at: number
}

async function findNotes(db: Db): Promise<NotesRow | undefined> {
  return db.get<NotesRow>(sql`
    SELECT text, version, changed_by, changed_at, first_name, last_name
    FROM handover_notes LEFT JOIN users ON users.id = changed_by WHERE handover_notes.id = 1`)
}

async function readNotes(db: Db): Promise<HandoverResponse['notes']> {
  const row = await findNotes(db)
  return {
    text: row?.text ?? '',
    version: row?.version ?? 0,
    changedBy: row ? personName(row) : null,
    changedAt: row ? toIso(row.changed_at) : null,
  }
}

/** Saves the notes. Throws 409 if somebody else has saved since they were read. */
export async function saveNotes(
  tx: Db,
  body: unknown,
  { actor, now }: { actor: Pick<Account, 'id'>; now: number },
): Promise<void> {
  const { text, basedOn } = parseBody(handoverNotesBody, body)
  await lockKey(tx, 'hand-over notes')
  const saved = await findNotes(tx)
  if (saved && saved.version !== basedOn) {
    const who = saved.changed_by === actor.id ? 'You' : personName(saved)
    const when = formatMoment(toIso(saved.changed_at), campusIsoDate(now))
    throw new AppError(
      'conflict',
      `${who} saved other notes on ${when}. Copy yours, load the page again and put both together.`,
    )
  }
  if (saved?.text === text) return
  await tx.run(sql`
    INSERT INTO handover_notes (id, text, version, changed_by, changed_at)
    VALUES (1, ${text}, 1, ${actor.id}, ${now})
    ON CONFLICT (id) DO UPDATE SET text = ${text}, version = handover_notes.version + 1,
      changed_by = ${actor.id}, changed_at = ${now}`)
  const entry = { action: 'change_handover' as const, actorId: actor.id, studentId: noStudentId }
  await writeLog(tx, entry, now)
}
