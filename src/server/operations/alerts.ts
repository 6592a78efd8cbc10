import sql, { join } from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { clockCause, enqueueJob } from '../jobs/job-queries.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { renderMail } from '../mail/render-mail.ts'
import { severeReasons } from '../moderation/reports/hide-rule.ts'
import { findActiveAdmins } from '../students/restrictions/restriction-queries.ts'
import { type Account, lockUserShared } from '../students/user-queries.ts'
import { alertTemplate, hasMailFailed } from './mail-outage.ts'
import { findFullestDisk, type ReadBackups } from './site-health.ts'

export const alertNames = ['mail', 'backup', 'disk', 'report', 'admins'] as const

export type AlertName = (typeof alertNames)[number]

const backupMaxAgeMs = 36 * hourMs
const minFreeShare = 0.1
/** More has to be free before the alert is over, so that it does not begin again with the next photo. */
const freeShareAgain = 0.12
const reportMaxAgeMs = 4 * hourMs
const minAdmins = 2

/** What admins and the webhook read. The texts name nobody. */
export const alertTexts: Record<AlertName, { begins: string; ends: string }> = {
  mail: {
    begins: 'Emails have failed for 15 minutes.',
    ends: 'Emails are going out again.',
  },
  backup: {
    begins: 'There has been no backup for 36 hours.',
    ends: 'There is a new backup.',
  },
  disk: {
    begins: 'Less than 10% of the disk is free.',
    ends: 'The disk has space again.',
  },
  report: {
    begins: 'A severe report has waited for 4 hours.',
    ends: 'No severe report is older than 4 hours.',
  },
  admins: {
    begins: 'The site has fewer than two active admins.',
    ends: 'The site has two active admins again.',
  },
}

export interface AlertDeps {
  appUrl: string
  /** Whether Quad makes backups itself. Otherwise, only a backup that it has seen can be too old. */
  makesBackups: boolean
  /** Whether one person is trying the site out. Such a site needs no second admin. */
  isTryOut: boolean
  hasWebhook: boolean
  readBackups: ReadBackups
}

const alertsKind = 'alerts'

/** Checks every minute what is wrong. Each alert is sent once when it begins, and once when it is over. */
export const alertsJob = (deps: AlertDeps): JobKind => ({
  name: alertsKind,
  delivery: 'at-least-once',
  nextRunAt: (now) => now + minuteMs,
  run: async ({ db, now }) => {
    const time = now()
    const errors: unknown[] = []
    const known = new Map((await findAlerts(db)).map(({ name, since }) => [name, since]))
    // The checks are no part of the transaction: on PostgreSQL, a statement that fails would fail all after it.
    const current = await findCurrentAlerts(db, { deps, known, now: time, errors })
    await db.transaction(async (tx) => {
      const stored = new Set((await findAlerts(tx)).map(({ name }) => name))
      for (const name of alertNames) {
        if (current.has(name) === stored.has(name)) continue
        if (current.has(name)) {
          await tx.run(sql`INSERT INTO alerts (name, since) VALUES (${name}, ${time})`)
        } else await tx.run(sql`DELETE FROM alerts WHERE name = ${name}`)
        await tell(tx, { name, begins: current.has(name), deps, now: time })
      }
    })
    if (errors.length > 0) throw new AggregateError(errors, 'an alert could not be checked')
  },
})

export function findAlerts(db: Db): Promise<{ name: AlertName; since: number }[]> {
  return db.all(sql`SELECT name, since FROM alerts ORDER BY since, name`)
}

interface CheckContext {
  deps: AlertDeps
  /** The alerts that admins know about, and since when. */
  known: ReadonlyMap<AlertName, number>
  now: number
  /** Collects what went wrong. */
  errors: unknown[]
}

/** An alert that cannot be checked stays as it is, and the others are checked nevertheless. */
async function findCurrentAlerts(db: Db, context: CheckContext): Promise<Set<AlertName>> {
  const { deps, known, now, errors } = context
  const checks: Record<AlertName, () => boolean | Promise<boolean>> = {
    mail: () => hasMailFailed(db, now, known.get('mail')),
    backup: () => isBackupDue(db, deps, now),
    disk: () => isDiskFull(db, now, known.has('disk')),
    report: () => hasSevereReport(db, now),
    admins: async () => !deps.isTryOut && (await countUsedAdmins(db, now)) < minAdmins,
  }
  const current = new Set<AlertName>()
  for (const name of alertNames) {
    try {
      if (await checks[name]()) current.add(name)
    } catch (error) {
      errors.push(error)
      if (known.has(name)) current.add(name)
    }
  }
  return current
}

async function isDiskFull(tx: Db, now: number, isKnown: boolean): Promise<boolean> {
  const disk = await findFullestDisk(tx, now)
  if (!disk) return isKnown
  return disk.freeBytes / disk.totalBytes < (isKnown ? freeShareAgain : minFreeShare)
}

/** Without a known backup, the time counts from the first run of this check: an older version wrote none down. */
async function isBackupDue(tx: Db, deps: AlertDeps, now: number): Promise<boolean> {
  const { lastBackup } = await deps.readBackups(tx)
  if (lastBackup) return lastBackup.at <= now - backupMaxAgeMs
  if (!deps.makesBackups) return false
  const clock = await tx.get<{ created_at: number }>(sql`
    SELECT created_at FROM jobs WHERE kind = ${alertsKind} AND cause = ${clockCause}`)
  return clock !== undefined && clock.created_at <= now - backupMaxAgeMs
}

async function hasSevereReport(tx: Db, now: number): Promise<boolean> {
  const row = await tx.get(sql`
    SELECT 1 AS found FROM reports
    WHERE state = 'open' AND created_at <= ${now - reportMaxAgeMs}
      AND reason IN (${join([...severeReasons])}) LIMIT 1`)
  return row !== undefined
}

/** Counts the active admins who have used the role. One who never did may have no second factor, and cannot act. */
async function countUsedAdmins(tx: Db, now: number): Promise<number> {
  return (await findActiveAdmins(tx, now)).filter(({ hasUsedRole }) => hasUsedRole).length
}

interface AlertNews {
  name: AlertName
  begins: boolean
  deps: AlertDeps
  now: number
}

async function tell(tx: Db, { name, begins, deps, now }: AlertNews) {
  const text = begins ? alertTexts[name].begins : `All clear: ${alertTexts[name].ends}`
  const cause = `alert ${name} ${begins ? 'begins' : 'ends'} ${now}`
  for (const { id: studentId } of await findActiveAdmins(tx, now)) {
    const admin = await lockUserShared(tx, studentId)
    if (!admin) continue
    const mail = buildAlertMail(admin, { text, appUrl: deps.appUrl })
    const delivery = { studentId, cause: `${cause} ${studentId}`, expiresAt: now + dayMs }
    await enqueueMail(tx, mail, delivery, now)
  }
  if (!deps.hasWebhook) return
  const payload = { text: `${campus.brand}: ${text} ${deps.appUrl}${pagePaths.admin}` }
  await enqueueJob(tx, { kind: webhookKind, cause, payload, expiresAt: now + dayMs }, now)
}

export function buildAlertMail(
  admin: Pick<Account, 'email' | 'firstName'>,
  { text, appUrl }: { text: string; appUrl: string },
): Mail {
  return renderMail(alertTemplate, admin, `${campus.brand}: ${text}`, {
    preheader: text,
    heading: text,
    greeting: `Hi ${admin.firstName},`,
    paragraphs: ['The admin page has the details.'],
    button: { label: 'Open the page', url: appUrl + pagePaths.admin },
    note: 'Every admin gets an email when a problem begins and when it is over.',
  })
}

const webhookKind = 'webhook'
const webhookTimeoutMs = 5 * secondMs

/**
 * Posts the text of an alert to WEBHOOK_URL, in the form that chat programs understand. Without it, posts that were queued
 * before it was removed are dropped.
 */
export const webhookJob = (url: string | undefined): JobKind<{ text: string }> => ({
  name: webhookKind,
  priority: 'urgent',
  delivery: 'at-least-once',
  async run({ payload: { text }, signal }) {
    if (!url) return
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(webhookTimeoutMs)]),
    }).catch((error: Error) => {
      // The address may hold a secret, which must not reach the log.
      const { code = error.name } = (error.cause ?? {}) as { code?: string }
      throw new Error(`webhook not reached ${code}`)
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`webhook answered ${response.status}`)
  },
})
