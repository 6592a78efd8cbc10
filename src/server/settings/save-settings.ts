import sql from 'sql-template-tag'
import type { z } from 'zod'
import { builtInCampus } from '#campus/built-in.ts'
import { joinWords } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { settingsBody, settingsUndoBody } from '#contract/settings.ts'
import { findChangedSettings, nameSettings } from '#contract/settings-changes.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatMoment, formatNumber } from '#format/format.ts'
import { withLogoAddress } from '../campus/look.ts'
import {
  CampusError,
  checkFixedSettings,
  findCampusHistory,
  insertCampus,
  lockCampusSettings,
} from '../campus/stored-campus.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import { AppError } from '../errors.ts'
import { parseBody } from '../http/parse-body.ts'
import { noStudentId, writeLog } from '../moderation/moderation-log.ts'
import { countStudentsByDomain } from '../students/email-domains.ts'
import { personName } from '../students/person.ts'
import { type Account, findUser } from '../students/user-queries.ts'
import { readCurrentSettings, readVersion } from './read-settings.ts'
import { domainsOf, mailSettingsChange } from './settings-mail.ts'

export interface SaveContext {
  /** The admin, with their current role. It is null while the site is being set up. */
  actor: Account | null
  /** The path of CAMPUS_FILE, if it is set. */
  file: string | undefined
  appUrl: string
  now: number
}

/** Saves all settings as a new version, unless they are those in use already. */
export async function saveSettings(tx: Db, body: unknown, context: SaveContext): Promise<void> {
  const { settings: sent, basedOn, confirmedDomains } = parseSettings(body)
  await lockCampusSettings(tx)
  const current = await readCurrentSettings(tx, context.file)
  const settings = withStoredLogo(sent, current.settings)
  if (findChangedSettings(current.settings, settings).length === 0) return
  requireNoFile(context)
  if (current.version !== basedOn) throw await otherVersion(tx, context)
  requireLogoFile(settings)
  await insertVersion(tx, current.settings, { settings, confirmedDomains }, context)
}

/** Replaces the address of the stored logo by the logo. Pages know only the address. */
export function withStoredLogo(sent: CampusSettings, stored: CampusSettings): CampusSettings {
  const isKept = sent.logo !== null && sent.logo === withLogoAddress(stored).logo
  return isKept ? { ...sent, logo: stored.logo } : sent
}

/** Throws 400 for the address of another logo than the stored one. */
function requireLogoFile({ logo }: CampusSettings) {
  if (!logo?.startsWith('/')) return
  const message = 'Choose the file of the logo again.'
  throw new AppError('bad_request', message, { fields: { logo: message } })
}

/** Brings back the settings before the newest version, as a version of their own. */
export async function undoSettings(tx: Db, body: unknown, context: SaveContext): Promise<void> {
  const { version, confirmedDomains } = parseBody(settingsUndoBody, body)
  await lockCampusSettings(tx)
  requireNoFile(context)
  const [newest, before] = await findCampusHistory(tx, 2)
  if (!newest) throw new AppError('conflict', 'There is nothing to undo.')
  if (newest.id !== version) throw await otherVersion(tx, context)
  const current = await readCurrentSettings(tx, undefined)
  const settings = before ? readVersion(before.text) : builtInCampus
  if (!settings) {
    throw new AppError('conflict', 'The settings before these are not valid in this release.')
  }
  await insertVersion(tx, current.settings, { settings, confirmedDomains }, context)
}

/** Saves the settings of an operator, who has a shell. Throws a `CampusError` if the listings do not allow them. */
export async function importSettings(tx: Db, settings: CampusSettings, now: number) {
  await lockCampusSettings(tx)
  const before = (await readCurrentSettings(tx, undefined)).settings
  await checkFixedSettings(tx, settings)
  await insertCampus(tx, settings, { changedBy: null, now })
  const changed = findChangedSettings(before, settings)
  if (changed.length > 0) await logChange(tx, nameSettings(changed), { actor: null, now })
}

/** How many wrong values a response names. */
const namedProblems = 20

/** Throws 400 with the path of each wrong value, such as "terms.1.lastDay". */
function parseSettings(body: unknown): z.output<typeof settingsBody> {
  const parsed = settingsBody.safeParse(body)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, namedProblems).map(({ path, message }) => {
    const [first, ...rest] = path.map(String)
    return [rest.length > 0 && first === 'settings' ? rest.join('.') : (first ?? 'body'), message]
  })
  const [place, message] = problems[0] ?? []
  throw new AppError('bad_request', `Please check ${place}: ${message}`, {
    fields: Object.fromEntries(problems),
  })
}

function requireNoFile({ file }: Pick<SaveContext, 'file'>) {
  if (file) {
    throw new AppError('conflict', `The settings come from the file ${file}. Change them there.`)
  }
}

/** Says who has saved in the meantime. */
async function otherVersion(tx: Db, { actor }: SaveContext): Promise<AppError> {
  const [newest] = await findCampusHistory(tx, 1)
  if (!newest) return new AppError('conflict', 'The settings have changed. Check yours again.')
  const { who, when } = await describeSaver(tx, newest, actor)
  return new AppError(
    'conflict',
    `${who} saved other settings on ${when}. Check your changes against them and save again.`,
  )
}

/** Returns who saved a version, and when, in words for another admin. */
export async function describeSaver(
  tx: Db,
  { changedBy, changedAt }: { changedBy: number | null; changedAt: number },
  actor: Account | null,
): Promise<{ who: string; when: string }> {
  const account = changedBy === null ? undefined : await findUser(tx, changedBy)
  const names = { first_name: account?.firstName ?? null, last_name: account?.lastName ?? null }
  const who =
    changedBy === null ? 'An operator' : changedBy === actor?.id ? 'You' : personName(names)
  return { who, when: formatMoment(toIso(changedAt), campusIsoDate(changedAt)) }
}

interface NewSettings {
  settings: CampusSettings
  confirmedDomains: readonly string[]
}

async function insertVersion(
  tx: Db,
  before: CampusSettings,
  { settings, confirmedDomains }: NewSettings,
  { actor, appUrl, now }: SaveContext,
) {
  const actorId = actor?.id ?? null
  if (actor) requireOwnDomain(actor, settings)
  await requireNoStaffLockedOut(tx, before, settings)
  await requireFixedSettings(tx, settings)
  // While the site is being set up, all students are samples of a try-out.
  if (actor) await requireConfirmedDomains(tx, { before, after: settings, confirmedDomains })
  await insertCampus(tx, settings, { changedBy: actorId, now })
  await logChange(tx, nameSettings(findChangedSettings(before, settings)), { actor, now })
  if (actor) await mailSettingsChange(tx, { before, after: settings }, { appUrl, now })
}

/** Adds a change of settings or texts to the log. The note names what was changed. */
export async function logChange(
  tx: Db,
  note: string,
  { actor, now }: Pick<SaveContext, 'actor' | 'now'>,
) {
  const entry = {
    action: 'change_settings' as const,
    actorId: actor?.id ?? null,
    studentId: noStudentId,
  }
  await writeLog(tx, { ...entry, note }, now)
}

function requireOwnDomain({ email }: Account, { closedDomains }: CampusSettings) {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!closedDomains.includes(domain)) return
  const message = `You can't lock out @${domain}, because your own email has it.`
  throw new AppError('bad_request', message, { fields: { closedDomains: message } })
}

/**
 * Throws 400 if a domain that is closed now belongs to moderators or admins. One admin alone must not end the roles of all
 * others, who could not even undo it.
 */
async function requireNoStaffLockedOut(
  tx: Db,
  before: CampusSettings,
  { closedDomains }: CampusSettings,
) {
  const closed = closedDomains.filter((domain) => !before.closedDomains.includes(domain))
  if (closed.length === 0) return
  const staff = await tx.all<{ email: string }>(sql`
    SELECT email FROM users WHERE role IN ('moderator', 'admin') AND role <> 'student'`)
  for (const domain of closed) {
    const count = staff.filter(({ email }) => email.endsWith(`@${domain}`)).length
    if (count === 0) continue
    const who =
      count === 1 ? '1 other moderator or admin has' : `${count} other moderators and admins have`
    const message = `You can't lock out @${domain}, because ${who} it. Take their roles away first.`
    throw new AppError('bad_request', message, { fields: { closedDomains: message } })
  }
}

/** Throws 400 for another currency or time zone once there is a listing. */
async function requireFixedSettings(tx: Db, settings: CampusSettings) {
  try {
    await checkFixedSettings(tx, settings)
  } catch (error) {
    if (!(error instanceof CampusError)) throw error
    const [, field = '', message = ''] = /^(\w+): (.*)$/s.exec(error.message) ?? []
    throw new AppError('bad_request', message, { fields: { [field]: message } })
  }
}

/**
 * Throws 409 if students have a domain that is removed or closed, and the admin has not been told how many. Students of a
 * removed domain stay; only those of a closed one can no longer log in.
 */
async function requireConfirmedDomains(
  tx: Db,
  change: { before: CampusSettings; after: CampusSettings; confirmedDomains: readonly string[] },
) {
  const { before, after, confirmedDomains } = change
  const kept = domainsOf(after)
  const removed = domainsOf(before).filter((domain) => !kept.includes(domain))
  const closed = after.closedDomains.filter((domain) => !before.closedDomains.includes(domain))
  const asked = new Set([...removed, ...closed].filter((each) => !confirmedDomains.includes(each)))
  if (asked.size === 0) return
  const counts = (await countStudentsByDomain(tx)).filter(({ domain }) => asked.has(domain))
  if (counts.length === 0) return
  const texts = counts.map(({ domain, count }) => `${studentsText(count)} @${domain}`)
  throw new AppError(
    'conflict',
    `${joinWords(texts, 'and')}. Choose whether they can still log in.`,
    {
      fields: Object.fromEntries(counts.map(({ domain, count }) => [domain, studentsText(count)])),
    },
  )
}

const studentsText = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'student has' : 'students have'}`
