import sql from 'sql-template-tag'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import type { Overview } from '#contract/operations.ts'
import { formatNumber, pluralize } from '#format/format.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { dayMs, toIso } from '../durations.ts'
import { alertTexts, findAlerts } from './alerts.ts'
import { type ReadBackups, readHealth } from './site-health.ts'

type PlaceholderConfig = Pick<Config, 'appUrlIsSet' | 'SMTP_URL' | 'MAIL_FROM'>

export async function readWaitingForAdmin(
  db: Db,
  now: number,
  config: PlaceholderConfig,
): Promise<Overview['waiting']> {
  const alerts = await findAlerts(db)
  return {
    cases: await countCasesByAge(db, now),
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

/** Returns the settings that a site starts with and that nobody has changed, in sentences. */
export function findPlaceholders({
  appUrlIsSet,
  SMTP_URL,
  MAIL_FROM,
}: PlaceholderConfig): string[] {
  const founders = builtInCampus.founders.map(({ name }) => name)
  const invented = campus.founders.filter(({ name }) => founders.includes(name))
  const isUnset: [boolean, string][] = [
    [
      campus.contactEmail === builtInCampus.contactEmail,
      `The contact email is still ${builtInCampus.contactEmail}, which nobody reads.`,
    ],
    [
      campus.postalAddress === null,
      'There is no postal address, which anti-spam laws ask for in emails.',
    ],
    [
      invented.length > 0,
      `The About page still names ${invented.map(({ name }) => name).join(', ')}.`,
    ],
    [!appUrlIsSet, 'APP_URL is not set, so links in emails lead to localhost.'],
    [SMTP_URL === undefined, 'SMTP_URL is not set, so no email leaves the site.'],
    [
      SMTP_URL !== undefined && MAIL_FROM === undefined,
      `MAIL_FROM is not set, so emails come from ${campus.contactEmail}.`,
    ],
  ]
  return isUnset.filter(([applies]) => applies).map(([, text]) => text)
}

/** Returns what needs a person, in sentences, for the email on Mondays. */
export async function findAdminTasks(
  db: Db,
  now: number,
  { config, readBackups }: { config: PlaceholderConfig; readBackups: ReadBackups },
): Promise<string[]> {
  const { cases, placeholders, alerts } = await readWaitingForAdmin(db, now, config)
  const { mail, failedJobs, rehearsal } = await readHealth(db, now, readBackups)
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
    ...(mail.reason ? [`Emails that could not be sent yet: ${formatNumber(mail.waiting)}.`] : []),
    ...(failedJobs.length > 0 ? [`Jobs that failed: ${formatNumber(failedJobs.length)}.`] : []),
    ...(rehearsal?.problem ? ['The last rehearsed restore of a backup failed.'] : []),
    ...placeholders,
  ]
}
