import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { openReportSite, type ReportSite } from '#tests/support/report-site.ts'
import { deleteAccount } from '../../account/account-deletion.ts'
import { hourMs } from '../../durations.ts'
import type { Account } from '../../students/user-queries.ts'

const stepHours = 24
const lastHour = 20 * 24
/** Everyone reports again after this many hours, whatever the outcome was. */
const tryHours = 8 * 24
/** An active moderator decides after this many hours. */
const decisionHours = 24

const reasonsThatHide = reportReasons.filter((reason) => reason !== 'gone')

/** Chooses the reason of a reporter for one of their tries. */
type ChooseReason = (reporter: number, attempt: number) => ReportReason

interface Crowd {
  students: (site: ReportSite) => Promise<Account[]>
  reason: ChooseReason
  /** How many reporters try at a time: first those who have not tried yet, then all again. */
  atATime?: number
  /** Whether the reporters delete their accounts after a try and sign up again. */
  rejoins?: true
  /** What an honest moderator decides. */
  verdict: 'keep' | 'remove'
}

const addStudents = async (
  { addStudent }: ReportSite,
  count: number,
  ageDays: number,
  prefix = 's',
) => {
  const students: Account[] = []
  for (let index = 0; index < count; index++) {
    students.push(await addStudent(at(`${prefix}${index}`), { ageDays }))
  }
  return students
}

/** Goes through all reasons in turn, a new one with every try. */
const anyReason: ChooseReason = (_reporter, attempt) =>
  reasonsThatHide[(attempt + 3) % reasonsThatHide.length] ?? 'other'

const crowds = {
  '50 fresh accounts against an honest listing': {
    students: (site) => addStudents(site, 50, 0),
    reason: anyReason,
    verdict: 'keep',
  },
  '3 friends against a rival': {
    students: (site) => addStudents(site, 3, 100),
    reason: anyReason,
    verdict: 'keep',
  },
  '3 friends who delete their accounts and come back': {
    students: (site) => addStudents(site, 3, 100),
    reason: anyReason,
    rejoins: true,
    verdict: 'keep',
  },
  '3 friends who cry scam': {
    students: (site) => addStudents(site, 3, 100),
    reason: () => 'scam',
    verdict: 'keep',
  },
  '9 friends, three at a time': {
    students: (site) => addStudents(site, 9, 100),
    reason: anyReason,
    atATime: 3,
    verdict: 'keep',
  },
  'one student with 10 plus addresses': {
    students: (site) => addStudents(site, 10, 100, 'one+'),
    reason: anyReason,
    verdict: 'keep',
  },
  '5 honest reporters against a scam': {
    students: async (site) => [
      ...(await addStudents(site, 2, 2, 'fresh')),
      ...(await addStudents(site, 3, 100)),
    ],
    reason: () => 'scam',
    verdict: 'remove',
  },
} satisfies Record<string, Crowd>

/** The site has no moderator, a moderator who never looks, or one who decides after a day. */
type Moderator = 'none' | 'away' | 'active'

/** Returns when the listing was not shown, in hours since the first report. */
async function simulate(engine: Engine, crowd: Crowd, moderatorIs: Moderator): Promise<string[]> {
  const site = await openReportSite(engine)
  const start = site.clock.now
  const students = await crowd.students(site)
  const moderator =
    moderatorIs === 'none' ? null : await site.addStudent(at('m'), { role: 'moderator' })
  const periods: { status: string; from: number; to: number }[] = []
  for (let hour = 0; hour < lastHour; hour += stepHours) {
    site.clock.now = start + hour * hourMs
    await site.runShow()
    if (moderator && moderatorIs === 'active' && (await hasWaited(site))) {
      await site.decide(moderator, crowd.verdict)
    }
    await attempt(site, crowd, students, hour)
    const status = (await site.readStatus()) ?? ''
    const last = periods.at(-1)
    if (last?.status === status) last.to = hour + stepHours
    else periods.push({ status, from: hour, to: hour + stepHours })
  }
  return periods
    .filter(({ status }) => status !== 'available')
    .map(({ status, from, to }) => `${status} ${from}–${to === lastHour ? 'end' : to}`)
}

async function attempt(site: ReportSite, crowd: Crowd, students: Account[], hour: number) {
  if (hour % tryHours !== 0) return
  const time = hour / tryHours
  const size = crowd.atATime ?? students.length
  const first = (time * size) % students.length
  for (const [index, student] of students.slice(first, first + size).entries()) {
    await site.report(student, crowd.reason(index, time))
  }
  if (!crowd.rejoins) return
  for (const [index, student] of students.entries()) students[index] = await rejoin(site, student)
}

async function rejoin({ db, addStudent, context }: ReportSite, { id, email }: Account) {
  await db.transaction((tx) => deleteAccount(tx, id, context()))
  return addStudent(email, { ageDays: 0 })
}

async function hasWaited({ db, clock }: ReportSite): Promise<boolean> {
  const row = await db.get<{ oldest: number | null }>(
    sql`SELECT min(created_at) AS oldest FROM reports WHERE state = 'open'`,
  )
  return row?.oldest != null && row.oldest <= clock.now - decisionHours * hourMs
}

/**
 * The hours in which a listing is not shown, over 20 days. Everyone tries every eight days, with another reason each
 * time.
 */
const expected: Record<keyof typeof crowds, Record<Moderator, string[]>> = {
  // Accounts that are too new have half a weight and do not hide a listing. Once they are old enough, they can hide it once.
  '50 fresh accounts against an honest listing': {
    none: ['hidden 192–264'],
    away: ['hidden 192–264'],
    active: [],
  },
  '3 friends against a rival': {
    none: ['hidden 0–72'],
    away: ['hidden 0–72'],
    active: ['hidden 0–24'],
  },
  '3 friends who delete their accounts and come back': {
    none: ['hidden 0–72'],
    away: ['hidden 0–72'],
    active: ['hidden 0–24'],
  },
  '3 friends who cry scam': {
    none: ['hidden 0–72'],
    away: ['hidden 0–end'],
    active: ['hidden 0–24'],
  },
  // Each friend helps to hide the listing once.
  '9 friends, three at a time': {
    none: ['hidden 0–72', 'hidden 192–264', 'hidden 384–456'],
    away: ['hidden 0–72', 'hidden 192–264', 'hidden 384–456'],
    active: ['hidden 0–24', 'hidden 192–216', 'hidden 384–408'],
  },
  'one student with 10 plus addresses': { none: [], away: [], active: [] },
  '5 honest reporters against a scam': {
    none: ['hidden 0–72'],
    away: ['hidden 0–end'],
    active: ['hidden 0–24', 'removed 24–end'],
  },
}

describe.each(anyEngine)('who can hide a listing on %s', { timeout: 60_000 }, (engine) => {
  it.each(Object.keys(crowds) as (keyof typeof crowds)[])('%s', async (name) => {
    expect({
      none: await simulate(engine, crowds[name], 'none'),
      away: await simulate(engine, crowds[name], 'away'),
      active: await simulate(engine, crowds[name], 'active'),
    }).toEqual(expected[name])
  })
})
