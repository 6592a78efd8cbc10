import sql from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { type FigureId, minGroupSize } from '#contract/operations-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { campusDayNumber, nextCampusHour } from '#format/campus-date.ts'
import { dash, formatNumber, pluralize } from '#format/format.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { renderMail } from '../mail/render-mail.ts'
import type { MailLinks } from '../mail/unsubscribe-links.ts'
import { findActiveAdmins } from '../students/restrictions/restriction-queries.ts'
import { type Account, lockUserShared } from '../students/user-queries.ts'
import { findFigures } from './figure-queries.ts'
import { createPointReader, hideSmall } from './read-figures.ts'
import { countWeeklyFigures } from './weekly-figures.ts'
import { isoMonday, mondayOf, weekOf } from './weeks.ts'

const sentAtHour = 8
const mailValidMs = 2 * dayMs

/** The row of `site_state` with the Monday of the last email. A restore keeps it, so that it sends none again. */
const stateName = 'weekly-mail'

interface WeeklyMailDeps {
  links: MailLinks
  /** Returns what needs a person, in sentences. */
  findTasks: (db: Db, now: number) => Promise<string[]>
}

/** Emails admins on Monday how the last week was. An admin gets one such email a week, whatever happens. */
export const weeklyMailJob = ({ links, findTasks }: WeeklyMailDeps): JobKind => ({
  name: 'weekly-mail',
  delivery: 'at-least-once',
  isInterruptible: true,
  nextRunAt: nextMonday,
  async run({ db, now, signal }) {
    const time = now()
    const monday = isoMonday(weekOf(time))
    const last = await readLastMonday(db)
    if (last === monday) return
    // A new site begins with its first Monday. One that was down on Monday sends the email when it is back.
    const isDue = last !== undefined || campusDayNumber(time) === mondayOf(weekOf(time))
    if (isDue) await countWeeklyFigures(db, time, signal)
    await db.transaction(async (tx) => {
      await writeLastMonday(tx, monday)
      if (isDue) await queueMails(tx, { links, tasks: await findTasks(tx, time), now: time })
    })
  },
})

/** Returns the next Monday morning. */
function nextMonday(now: number): number {
  let time = nextCampusHour(now, sentAtHour)
  while (campusDayNumber(time) !== mondayOf(weekOf(time))) time = nextCampusHour(time, sentAtHour)
  return time
}

async function readLastMonday(db: Db): Promise<string | undefined> {
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = ${stateName}`,
  )
  return row?.value
}

async function writeLastMonday(tx: Db, monday: string) {
  await tx.run(sql`
    INSERT INTO site_state (name, value) VALUES (${stateName}, ${monday})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
}

interface QueueContext {
  links: MailLinks
  tasks: readonly string[]
  now: number
}

async function queueMails(tx: Db, { links, tasks, now }: QueueContext) {
  const numbers = await readNumbers(tx, weekOf(now) - 1)
  for (const { id: studentId } of await findActiveAdmins(tx, now)) {
    const admin = await lockUserShared(tx, studentId)
    if (!admin?.mailWeekly) continue
    const topic = { kind: 'weekly' as const, id: studentId }
    const unsubscribeUrl = links.unsubscribeUrl({ ...topic, createdAt: admin.createdAt })
    const { appUrl } = links
    const mail = buildWeeklyMail(admin, { numbers, tasks, appUrl, unsubscribeUrl })
    const cause = `weekly ${isoMonday(weekOf(now))} ${studentId}`
    const delivery = { studentId, cause, topic, expiresAt: now + mailValidMs }
    await enqueueMail(tx, mail, delivery, now)
  }
}

export interface WeeklyNumber {
  label: string
  value: string
  before: string
}

/** Reads the five numbers of a week, and those of the week before it. */
async function readNumbers(db: Db, week: number): Promise<WeeklyNumber[]> {
  const figures = await findFigures(db, week - 3, week)
  const both = (label: string, toText: (week: number) => string, of = week) => ({
    label,
    value: toText(of),
    before: toText(of - 1),
  })
  // The figures of last week settle on Monday evening. The email does not wait for that.
  const readPoint = createPointReader(figures, Number.POSITIVE_INFINITY)
  const point = (figure: FigureId, unit: string) => (of: number) => {
    const value = readPoint(figure, of, '')?.value
    return value === undefined ? dash : `${unit === ' h' ? value : formatNumber(value)}${unit}`
  }
  const joined = (of: number) => {
    const count = figures.find(({ week, name }) => week === of && name === 'joined')?.value ?? 0
    const shown = hideSmall(count)
    return shown === null ? `under ${minGroupSize}` : formatNumber(shown)
  }
  return [
    both('New listings', point('listings', '')),
    both('New students', joined),
    both('Answered within a day', point('answered', '%')),
    both('Median time to the first reply', point('reply', ' h')),
    both(
      'Sold or rented within 14 days (listings posted three weeks ago)',
      point('sold', '%'),
      week - 2,
    ),
  ]
}

interface WeeklyMailContent {
  numbers: readonly WeeklyNumber[]
  tasks: readonly string[]
  appUrl: string
  unsubscribeUrl: string
}

export function buildWeeklyMail(
  admin: Pick<Account, 'email' | 'firstName'>,
  { numbers, tasks, appUrl, unsubscribeUrl }: WeeklyMailContent,
): Mail {
  const needs = tasks.length === 0 ? 'nothing to do' : `${pluralize(tasks.length, 'thing')} to do`
  return renderMail('weekly-figures', admin, `Last week on ${campus.brand}: ${needs}`, {
    preheader: `${numbers[0]?.label}: ${numbers[0]?.value}, the week before ${numbers[0]?.before}.`,
    heading: `Last week on ${campus.brand}`,
    greeting: `Hi ${admin.firstName},`,
    paragraphs: [],
    sections: [
      {
        heading: 'In numbers',
        items: numbers.map(({ label, value, before }) => ({
          title: `${label}: ${value}`,
          text: `The week before: ${before}`,
        })),
      },
      ...(tasks.length > 0
        ? [
            {
              heading: 'What needs your attention',
              items: tasks.map((title) => ({ title, text: '' })),
            },
          ]
        : []),
    ],
    button: { label: 'Open the page for admins', url: appUrl + pagePaths.admin },
    unsubscribe: {
      reason: `You get this email because you are an admin of ${campus.brand}.`,
      url: unsubscribeUrl,
    },
  })
}
