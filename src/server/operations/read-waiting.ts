import sql from 'sql-template-tag'
import type { Overview } from '#contract/operations.ts'
import { lastCampusDay } from '#format/campus-date.ts'
import { formatNumber, pluralize } from '#format/format.ts'
import { findPlaceholders, type PlaceholderConfig } from '../campus/placeholders.ts'
import type { Db } from '../database/database.ts'
import { dayMs, toIso } from '../durations.ts'
import { countRolesToConfirm } from '../moderation/roles/read-roles.ts'
import { type PersonRow, personName } from '../students/person.ts'
import { hasRoleAt, isLastAdminRow } from '../students/restrictions/restriction-queries.ts'
import { alertTexts, findAlerts } from './alerts.ts'
import { type ReadBackups, readHealth } from './site-health.ts'

export async function readWaitingForAdmin(
  db: Db,
  now: number,
  config: PlaceholderConfig,
): Promise<Overview['waiting']> {
  const alerts = await findAlerts(db)
  return {
    cases: await countCasesByAge(db, now),
    roles: await findEndingRoles(db, now),
    rolesToConfirm: await countRolesToConfirm(db, now),
    placeholders: findPlaceholders(config),
    alerts: alerts.map(({ name, since }) => ({
      text: alertTexts[name].begins,
      since: toIso(since),
    })),
  }
}

/** Counts the open reports and appeals by how long they have waited. */
async function countCasesByAge(db: Db, now: number): Promise<Overview['waiting']['cases']> {
  const [day, threeDays] = [now - dayMs, now - 3 * dayMs]
  const byAge = sql`
    count(CASE WHEN created_at > ${day} THEN 1 END) AS young,
    count(CASE WHEN created_at <= ${day} AND created_at > ${threeDays} THEN 1 END) AS older,
    count(CASE WHEN created_at <= ${threeDays} THEN 1 END) AS oldest`
  const rows = await db.all<{
    kind: 'reports' | 'appeals'
    young: number
    older: number
    oldest: number
  }>(sql`
    SELECT 'reports' AS kind, ${byAge} FROM reports WHERE state = 'open'
    UNION ALL
    SELECT 'appeals' AS kind, ${byAge} FROM appeals
    WHERE created_at IS NOT NULL AND decision IS NULL`)
  return rows.map(({ kind, young, older, oldest }) => ({ kind, byAge: [young, older, oldest] }))
}

/** How long before its end a role is listed. */
const roleEndsSoonMs = 30 * dayMs

async function findEndingRoles(db: Db, now: number): Promise<Overview['waiting']['roles']> {
  const rows = await db.all<PersonRow & { role: 'moderator' | 'admin'; role_ends_at: number }>(sql`
    SELECT first_name, last_name, role, role_ends_at FROM users
    WHERE ${hasRoleAt(now)} AND role_ends_at <= ${now + roleEndsSoonMs}
      AND NOT ${isLastAdminRow(now)}
    ORDER BY role_ends_at, id`)
  return rows.map((row) => ({
    name: personName(row),
    role: row.role,
    endsOn: lastCampusDay(row.role_ends_at),
  }))
}

/** Returns what needs a person, in sentences, for the email on Mondays. */
export async function findAdminTasks(
  db: Db,
  now: number,
  { config, readBackups }: { config: PlaceholderConfig; readBackups: ReadBackups },
): Promise<string[]> {
  const { cases, roles, rolesToConfirm, placeholders, alerts } = await readWaitingForAdmin(
    db,
    now,
    config,
  )
  const { mail, failedJobCount, rehearsal } = await readHealth(db, now, readBackups)
  const waiting = cases.flatMap(({ kind, byAge: [young, older, oldest] }) => {
    const total = young + older + oldest
    if (total === 0) return []
    const long = oldest > 0 ? `, ${formatNumber(oldest)} for more than three days` : ''
    const noun = kind === 'reports' ? 'report' : 'appeal'
    return [`${pluralize(total, noun)} waiting${long}.`]
  })
  return [
    ...alerts.map(({ text }) => text),
    ...waiting,
    ...(mail.reason
      ? [
          `Emails that could not be sent yet: ${mail.isMore ? 'more than ' : ''}${formatNumber(mail.waiting)}.`,
        ]
      : []),
    ...(failedJobCount > 0 ? [`Jobs that failed: ${formatNumber(failedJobCount)}.`] : []),
    // An email names nobody else: deleting an account deletes the emails to it, not those about it.
    ...(roles.length > 0 ? [`Roles that end within a month: ${formatNumber(roles.length)}.`] : []),
    ...(rolesToConfirm > 0
      ? [`Roles to confirm in the yearly review: ${formatNumber(rolesToConfirm)}.`]
      : []),
    ...(rehearsal?.problem ? ['The last rehearsed restore of a backup failed.'] : []),
    ...placeholders,
  ]
}
