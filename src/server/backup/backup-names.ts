import { campusIsoDate, formatCampusTime } from '#format/campus-date.ts'
import { dayMs } from '../durations.ts'

const dailyName = /^quad-(?<day>\d{4}-\d{2}-\d{2})\.tar$/
const fullName = /^quad-\d{4}-\d{2}-\d{2}-\d{4}-full\.tar$/

const maxBackups = 7
/** Students who delete their account are still in older backups. The privacy page names these limits. */
const maxFullAgeMs = 30 * dayMs

interface KeptBackup {
  name: string
  storedAt: number
}

/** The names of the backups that Quad makes and deletes by itself. Files with other names are the operator's. */
export const backupNames = {
  /** The daily backup of the database. */
  daily: (now: number) => `quad-${campusIsoDate(now)}.tar`,

  /** A backup with photos, which the command writes into the bucket. */
  full: (now: number) =>
    `quad-${formatCampusTime(now).replace(' ', '-').replace(':', '')}-full.tar`,

  isDaily: (name: string) => dailyName.test(name),

  isOwn: (name: string) => dailyName.test(name) || fullName.test(name),

  /** Returns whether a daily backup is older than the seven days that one is kept. */
  isPast(name: string, now: number): boolean {
    const day = dailyName.exec(name)?.groups?.day
    return day !== undefined && day <= campusIsoDate(now - maxBackups * dayMs)
  },

  /** Selects all but the last seven of each kind, and full backups of more than 30 days. */
  selectOld(backups: readonly KeptBackup[], now: number): string[] {
    const newestFirst = (kind: RegExp) =>
      backups.filter(({ name }) => kind.test(name)).sort((a, b) => (a.name < b.name ? 1 : -1))
    const full = newestFirst(fullName)
    const tooOld = full.filter(({ storedAt }) => storedAt < now - maxFullAgeMs)
    const surplus = [...newestFirst(dailyName).slice(maxBackups), ...full.slice(maxBackups)]
    return [...new Set([...surplus, ...tooOld])].map(({ name }) => name)
  },
}
