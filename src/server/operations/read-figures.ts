import { categories } from '#categories/index.ts'
import type { FigurePoint, FigureRow, Overview } from '#contract/operations.ts'
import {
  cameBackDays,
  type FigureId,
  minGroupSize,
  shownWeeks,
  soldDays,
} from '#contract/operations-rules.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import { findEmptySearches } from '../listings/search/empty-searches.ts'
import { countNewListings, findFigures } from './weekly-figures.ts'
import type { FigureCategory, FigureName, WeeklyFigure } from './weekly-tally.ts'
import { isoMonday, mondayOf, weekOf, weeksPerTerm } from './weeks.ts'

/** Groups of one or two are not shown. Nothing at all is no group. */
export const hideSmall = (count: number): number | null =>
  count > 0 && count < minGroupSize ? null : count

/** Reads the figures about students. It reads rows that the job has counted, and the newest listings. */
export async function readStudentFigures(db: Db, now: number): Promise<Overview['students']> {
  const lastWeek = weekOf(now)
  const firstWeek = lastWeek - shownWeeks + 1
  const termAgo = lastWeek - 1 - weeksPerTerm()
  const read = createReader([
    ...(await findFigures(db, firstWeek, lastWeek)),
    ...(await findFigures(db, termAgo, termAgo)),
  ])
  const weeks = Array.from({ length: shownWeeks }, (_, index) => firstWeek + index)
  const today = campusDayNumber(now)
  const row = (figure: FigureId, category: FigureCategory): FigureRow => ({
    figure,
    category: category || null,
    points: weeks.map((week) => toPoint(read, { figure, week, category, today })),
    termAgo: toPoint(read, { figure, week: termAgo, category, today }),
  })
  const all = ['' as const, ...categories.map(({ id }) => id)]
  return {
    weeks: weeks.map(isoMonday),
    rows: [
      ...(['listings', 'answered', 'sold', 'reply'] as const).flatMap((figure) =>
        all.map((category) => row(figure, category)),
      ),
      row('cameBack', ''),
    ],
    today: hideSmall(await countNewListings(db, startOfDay(now))),
    emptySearches: await findEmptySearches(db),
    savedSearches: all.flatMap((category) => {
      const of = read(lastWeek, 'searches', category) ?? read(lastWeek - 1, 'searches', category)
      if (of === undefined || of < minGroupSize) return []
      const unmatched =
        read(lastWeek, 'unmatched', category) ?? read(lastWeek - 1, 'unmatched', category)
      return [{ category: category || null, unmatched: hideSmall(unmatched ?? 0), of }]
    }),
  }
}

/** Returns the first moment of the campus day. */
function startOfDay(now: number): number {
  const day = campusDayNumber(now)
  // A day has 23 to 25 hours, so the first moment is found by halving.
  let [before, after] = [now - 26 * hourMs, now]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (campusDayNumber(middle) < day) before = middle
    else after = middle
  }
  return after
}

type Reader = ReturnType<typeof createReader>

function createReader(figures: readonly WeeklyFigure[]) {
  const values = new Map(
    figures.map(({ week, name, category, value }) => [`${week} ${name} ${category}`, value]),
  )
  const weeks = new Set(figures.map(({ week }) => week))
  /** Returns undefined for a week that was not counted. A figure without a row is 0. */
  return (week: number, name: FigureName, category: FigureCategory): number | undefined =>
    values.get(`${week} ${name} ${category}`) ?? (weeks.has(week) ? 0 : undefined)
}

interface PointContext {
  figure: FigureId
  week: number
  category: FigureCategory
  today: number
}

function toPoint(read: Reader, { figure, week, category, today }: PointContext): FigurePoint {
  const value = (name: FigureName) => read(week, name, category)
  /** Whether so many days have passed since the week's last day. */
  const isOver = (days: number) => today >= mondayOf(week + 1) + days
  switch (figure) {
    case 'listings': {
      const listings = value('listings')
      const count = listings === undefined ? null : hideSmall(listings)
      return count === null ? null : { value: count, of: null }
    }
    case 'answered':
      return isOver(1) ? toShare(value('answered'), value('threads')) : null
    case 'sold':
      return isOver(soldDays) ? toShare(value('sold'), value('listings')) : null
    case 'reply': {
      const [median, of = 0] = [value('reply'), value('threads')]
      return median && of >= minGroupSize ? { value: roundHours(median), of } : null
    }
    case 'cameBack':
      return isOver(cameBackDays) ? toShare(value('came_back'), value('joined')) : null
  }
}

const roundHours = (ms: number) => Math.round((10 * ms) / hourMs) / 10

/** Returns a percentage. A share of very few, or held by very few, would be about persons. */
function toShare(part: number | undefined, whole: number | undefined): FigurePoint {
  if (part === undefined || whole === undefined || whole < minGroupSize) return null
  if (hideSmall(part) === null) return null
  return { value: Math.round((100 * part) / whole), of: whole }
}
