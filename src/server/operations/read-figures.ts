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
import { findFigures } from './figure-queries.ts'
import type { FigureCategory, FigureName, PeopleName, WeeklyFigure } from './weekly-tally.ts'
import { isoMonday, mondayOf, weekOf, weeksPerTerm } from './weeks.ts'

/** Hides counts of one or two students. Zero is shown. */
export const hideSmall = (count: number): number | null =>
  count > 0 && count < minGroupSize ? null : count

/** So many things, and how many students are behind them. Three things of one seller are a group of one. */
interface Group {
  count: number
  people: number
}

const isSmall = ({ count, people }: Group) => count > 0 && people < minGroupSize

const all = ['' as const, ...categories.map(({ id }) => id)]

/** Reads the figures about students. It reads only rows that the job has counted. */
export async function readStudentFigures(db: Db, now: number): Promise<Overview['students']> {
  const lastWeek = weekOf(now)
  const firstWeek = lastWeek - shownWeeks + 1
  const termAgo = lastWeek - 1 - weeksPerTerm()
  const figures = [
    ...(await findFigures(db, firstWeek, lastWeek)),
    ...(await findFigures(db, termAgo, termAgo)),
  ]
  const readPoint = createPointReader(figures, campusDayNumber(now))
  const weeks = Array.from({ length: shownWeeks }, (_, index) => firstWeek + index)
  const row = (figure: FigureId, category: FigureCategory): FigureRow => ({
    figure,
    category: category || null,
    points: weeks.map((week) => readPoint(figure, week, category)),
    termAgo: readPoint(figure, termAgo, category),
  })
  return {
    weeks: weeks.map(isoMonday),
    rows: [
      ...(['listings', 'answered', 'sold', 'reply'] as const).flatMap((figure) =>
        all.map((category) => row(figure, category)),
      ),
      row('cameBack', ''),
    ],
    emptySearches: await findEmptySearches(db),
    savedSearches: readSavedSearches(createReader(figures), lastWeek),
  }
}

/**
 * Rounds down to a multiple of three, because these are counted anew every night: two exact numbers would show what one
 * student has saved or deleted in between.
 */
const roundDown = (count: number) => count - (count % minGroupSize)

function readSavedSearches(read: Reader, lastWeek: number): Overview['students']['savedSearches'] {
  return all.flatMap((category) => {
    const value = (name: FigureName) =>
      roundDown(read(lastWeek, name, category) ?? read(lastWeek - 1, name, category) ?? 0)
    const of = value('searchers')
    return of === 0
      ? []
      : [{ category: category || null, unmatched: value('unmatched_searchers'), of }]
  })
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

/** Returns a function that reads one point as it is shown, on this campus day. */
export function createPointReader(figures: readonly WeeklyFigure[], today: number) {
  const read = createReader(figures)
  const shareOf = {
    answered: ['answered', 'threads', 1],
    sold: ['sold', 'listings', soldDays],
    cameBack: ['came_back', 'joined', cameBackDays],
  } as const

  /** Who is behind a part, and behind the rest. Students who joined are people themselves. */
  const peopleOf: Record<keyof typeof shareOf, [PeopleName?, PeopleName?]> = {
    answered: ['answered_people', 'unanswered_people'],
    sold: ['sold_sellers', 'unsold_sellers'],
    cameBack: [],
  }

  /** Returns the categories whose numbers are hidden in this week. Each number of a hidden category is. */
  function findHidden(figure: Exclude<FigureId, 'reply'>, week: number): Set<FigureCategory> {
    const value = (name: FigureName, category: FigureCategory) => read(week, name, category) ?? 0
    const groupsOf = (category: FigureCategory): Group[] => {
      const group = (count: number, name: PeopleName | undefined) => ({
        count,
        people: name ? value(name, category) : count,
      })
      if (figure === 'listings') return [group(value('listings', category), 'listing_sellers')]
      const [part, whole] = shareOf[figure]
      const [people, otherPeople] = peopleOf[figure]
      const count = value(part, category)
      const others = Math.max(0, value(whole, category) - count)
      return [group(count, people), group(others, otherPeople)]
    }
    const groups = new Map(all.map((category) => [category, groupsOf(category)]))
    // The share of what was sold also shows how many listings there were.
    return hideGroups(groups, figure === 'sold' ? findHidden('listings', week) : new Set())
  }

  return (figure: FigureId, week: number, category: FigureCategory): FigurePoint => {
    const value = (name: FigureName) => read(week, name, category)
    if (figure === 'reply') {
      // It has no number of replies: with that of answered conversations, it would show how few came late.
      const [median, people = 0] = [value('reply'), value('replied_people')]
      return median && people >= minGroupSize ? { value: toHours(median), of: null } : null
    }
    if (figure === 'listings') {
      const listings = value('listings')
      if (listings === undefined || findHidden(figure, week).has(category)) return null
      return { value: listings, of: null }
    }
    const [partName, wholeName, days] = shareOf[figure]
    const [part = 0, whole = 0] = [value(partName), value(wholeName)]
    const isOver = today >= mondayOf(week + 1) + days
    if (!isOver || whole < minGroupSize || findHidden(figure, week).has(category)) return null
    return { value: Math.round((100 * part) / whole), of: whole }
  }
}

const toHours = (ms: number) => Math.round((10 * ms) / hourMs) / 10

/**
 * Returns the categories to hide, so that no group below three students is shown or follows from the others. The groups of
 * a category are those that its numbers tell apart, such as sold and not sold. The empty category is the total. If hidden
 * categories could be computed from it, further ones are hidden, the smallest first, and at last the total itself.
 */
export function hideGroups(
  groups: ReadonlyMap<FigureCategory, readonly Group[]>,
  hiddenBefore: ReadonlySet<FigureCategory> = new Set(),
): Set<FigureCategory> {
  const sizeOf = (category: FigureCategory) => countOf(groups.get(category) ?? [])
  const hasSmall = (category: FigureCategory) => (groups.get(category) ?? []).some(isSmall)
  const parts = [...groups.keys()]
    .filter((category) => category !== '' && sizeOf(category) > 0)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const hidden = new Set(
    parts.filter((category) => hiddenBefore.has(category) || hasSmall(category)),
  )
  const canBeComputed = () => {
    if (hidden.size === 0) return false
    const ofHidden = [...hidden].map((category) => groups.get(category) ?? [])
    const together = (ofHidden[0] ?? []).map((_, index) =>
      addUp(ofHidden.flatMap((each) => each[index] ?? [])),
    )
    // Three hidden categories with three things have one each.
    return hidden.size === 1 || together.some(isSmall) || countOf(together) <= hidden.size
  }
  for (const category of parts) if (canBeComputed()) hidden.add(category)
  if (hiddenBefore.has('') || hasSmall('') || canBeComputed()) hidden.add('')
  return hidden
}

const countOf = (groups: readonly Group[]) => groups.reduce((total, { count }) => total + count, 0)

/** The same students may be in several categories, so all that is known is that there are as many as in one of them. */
const addUp = (groups: readonly Group[]): Group => ({
  count: countOf(groups),
  people: Math.max(0, ...groups.map(({ people }) => people)),
})
