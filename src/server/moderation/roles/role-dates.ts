import sql from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { addDays, isDay } from '#categories/days.ts'
import { maxRoleYears, minRoleDays } from '#contract/moderation-rules.ts'
import { campusIsoDate, endOfCampusDay, lastCampusDay } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { invalidInput } from '../../errors.ts'
import type { Account } from '../../students/user-queries.ts'
import { writeLog } from '../moderation-log.ts'

/** Returns the last day of the term that ends in spring, when students leave and hand over, as MM-DD. */
const handoverDay = () =>
  campus.terms.findLast(({ lastDay }) => lastDay >= '03-01' && lastDay <= '06-30')?.lastDay ??
  '04-30'

/** Returns the usual end: the first moment after the next end of spring term that is far enough away, on campus. */
export function defaultRoleEnd(now: number): number {
  const earliest = addDays(campusIsoDate(now), minRoleDays)
  const year = Number(earliest.slice(0, 4))
  const day = handoverDay()
  return endOfCampusDay(`${`${year}-${day}` >= earliest ? year : year + 1}-${day}`)
}

/** Returns the end that an admin chose. Throws 400 for a day that has passed or is years away. */
export function parseRoleEnd(endsOn: string, now: number): number {
  const today = campusIsoDate(now)
  const [year = '', ...rest] = today.split('-')
  const latest = [Number(year) + maxRoleYears, ...rest].join('-')
  if (!isDay(endsOn) || endsOn < today || endsOn > latest) {
    throw invalidInput({ endsOn: `Choose a day from today on, within ${maxRoleYears} years` })
  }
  return endOfCampusDay(endsOn)
}

/** Sets the end of a role and writes it to the log, as a day. A role from before ends existed counts as confirmed now. */
export async function setRoleEnd(
  tx: Db,
  { id: studentId, role }: Pick<Account, 'id' | 'role'>,
  endsAt: number | null,
  { actorId, now }: { actorId: number | null; now: number },
): Promise<number> {
  await tx.run(sql`
    UPDATE users SET role_ends_at = ${endsAt},
      role_confirmed_at = COALESCE(role_confirmed_at, ${now})
    WHERE id = ${studentId}`)
  const note = endsAt === null ? '' : lastCampusDay(endsAt)
  return writeLog(tx, { action: 'set_role_end', actorId, studentId, role, note }, now)
}
