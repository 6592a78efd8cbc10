import { addMonths } from '#categories/days.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { readPeriod } from '#categories/periods.ts'
import { addCampusDays, campusIsoDate, endOfCampusDay } from '#contract/campus-date.ts'
import { threadDaysAfterPeriod, threadMonths } from '#contract/message-rules.ts'

/** A thread takes messages until then, and is deleted. */
export function threadExpiry(
  category: CategoryDefinition,
  values: Readonly<Record<string, unknown>>,
  lastMessageAt: number,
): number {
  const afterMessage = endOfCampusDay(addMonths(campusIsoDate(lastMessageAt), threadMonths))
  const lastDay = readPeriod(category, values)?.last
  if (!lastDay) return afterMessage
  return Math.max(afterMessage, addCampusDays(endOfCampusDay(lastDay), threadDaysAfterPeriod))
}
