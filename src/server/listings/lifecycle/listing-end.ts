import type { CategoryDefinition, Lifetime } from '#categories/define-category.ts'
import { addCampusDays, campusIsoDate, endOfCampusDay } from '#contract/campus-date.ts'

type Values = Readonly<Record<string, unknown>>

/** A day that ends a listing is at most so far ahead. */
export const maxDaysAhead = 730

/** When a listing with these values ends if it is posted or renewed now. */
export function listingEnd(category: CategoryDefinition, values: Values, now: number): number {
  const { lifetime } = category
  const lastDay = lifetime.lastDay && dateOf(values, lifetime.lastDay)
  if (lastDay) return endOfCampusDay(lastDay)
  const { whenChecked } = lifetime
  return whenChecked && isChecked(category, values)
    ? endWhenChecked(whenChecked, values, now)
    : addCampusDays(now, lifetime.days)
}

function endWhenChecked(
  { days, daysAfter }: NonNullable<Lifetime['whenChecked']>,
  values: Values,
  now: number,
): number {
  const latest = addCampusDays(now, days)
  const date = daysAfter && dateOf(values, daysAfter.field)
  if (!date) return latest
  const afterDate = addCampusDays(endOfCampusDay(date), daysAfter.days)
  return Math.min(latest, Math.max(afterDate, addCampusDays(now, daysAfter.minDays)))
}

/**
 * The end after an edit: it moves with the values it is computed from, counted from the posting or renewal as before.
 * A later date never brings it forward, and an earlier one not to before the end of tomorrow.
 */
export function movedEnd(
  category: CategoryDefinition,
  saved: { values: Values; endsAt: number; countedFrom: number },
  values: Values,
  now: number,
): number {
  const { endsAt, countedFrom } = saved
  const endOfTomorrow = endOfCampusDay(campusIsoDate(addCampusDays(now, 1)))
  // Another kind of listing, for which the days begin to count.
  if (isChecked(category, saved.values) !== isChecked(category, values)) {
    return Math.max(listingEnd(category, values, now), endOfTomorrow)
  }
  const before = listingEnd(category, saved.values, countedFrom)
  const after = listingEnd(category, values, countedFrom)
  if (before === after) return endsAt
  if (after > before) return Math.max(after, endsAt)
  return Math.max(after, endOfTomorrow)
}

/** The field of a day after which a listing is of no use, if that day is over: it cannot be renewed. */
export function findPassedDay(
  { lifetime, period }: CategoryDefinition,
  values: Values,
  now: number,
): string | undefined {
  return [lifetime.lastDay, period?.to].find((field) => {
    const lastDay = field && dateOf(values, field)
    return lastDay !== undefined && endOfCampusDay(lastDay) <= now
  })
}

/** Whether that day is so far away that the listing would hardly end. */
export function isLastDayTooFar({ lifetime }: CategoryDefinition, values: Values, now: number) {
  const lastDay = lifetime.lastDay && dateOf(values, lifetime.lastDay)
  return lastDay !== undefined && endOfCampusDay(lastDay) > addCampusDays(now, maxDaysAhead)
}

function isChecked({ lifetime: { whenChecked } }: CategoryDefinition, values: Values): boolean {
  return whenChecked !== undefined && values[whenChecked.field] === true
}

function dateOf(values: Values, field: string): string | undefined {
  const value = values[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}
