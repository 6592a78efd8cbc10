import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CategoryId } from '#categories/index.ts'
import { minGroupSize } from '#contract/operations-rules.ts'
import { countValues, medianOf, type ValueCounts } from '../listings/search/medians.ts'

/**
 * How many students are behind a number, up to three. For conversations, it is the smaller of sellers and buyers. `unsold`
 * and `unanswered` are those whose time is over.
 */
export const peopleNames = [
  'listing_sellers',
  'sold_sellers',
  'unsold_sellers',
  'answered_people',
  'unanswered_people',
  'replied_people',
] as const

export type PeopleName = (typeof peopleNames)[number]

/**
 * The figures of a week. `sold` is of its listings, `answered` and `reply` (the median) of the conversations that began in
 * it, and `came_back` of the students who joined in it. `searchers` and `unmatched_searchers` are the students of the night
 * who have saved searches, and those with one that never matched.
 */
export const figureNames = [
  'listings',
  'sold',
  'threads',
  'answered',
  'reply',
  'joined',
  'came_back',
  'searchers',
  'unmatched_searchers',
  ...peopleNames,
] as const

export type FigureName = (typeof figureNames)[number]

/** The empty category stands for all of them. */
export type FigureCategory = CategoryId | ''

export interface WeeklyFigure {
  week: number
  name: FigureName
  category: FigureCategory
  value: number
}

export type Tally = ReturnType<typeof createTally>

export function createTally() {
  const figures = new Map<string, WeeklyFigure>()
  const durations = new Map<string, { week: number; category: FigureCategory; ms: ValueCounts }>()
  function add(week: number, name: FigureName, category: FigureCategory, count = 1) {
    const figure = figures.getOrInsertComputed(`${week} ${name} ${category}`, () => ({
      week,
      name,
      category,
      value: 0,
    }))
    figure.value += count
  }
  const people = new Map<
    string,
    { week: number; name: PeopleName; category: FigureCategory; sides: Set<number>[] }
  >()
  return {
    add,
    /** Adds the students behind something: its seller, and the buyer of a conversation. Deleted accounts are null. */
    addPeople(week: number, name: PeopleName, of: FigureCategory, ...ids: (number | null)[]) {
      for (const category of new Set([of, '' as const])) {
        const { sides } = people.getOrInsertComputed(`${week} ${name} ${category}`, () => ({
          week,
          name,
          category,
          sides: ids.map(() => new Set<number>()),
        }))
        // Three are enough to know, so that the first count of a large site needs no memory for all of them.
        for (const [index, side] of sides.entries()) {
          const id = ids[index] ?? null
          if (id !== null && side.size < minGroupSize) side.add(id)
        }
      }
    },
    /** Adds to the figure of the category and of all categories. */
    addIn(week: number, name: FigureName, category: CategoryId, count = 1) {
      for (const each of [category, ''] as const) add(week, name, each, count)
    },
    addReply(week: number, of: CategoryId, ms: number) {
      for (const category of [of, ''] as const) {
        const key = `${week} ${category}`
        durations.getOrInsertComputed(key, () => ({ week, category, ms: countValues() })).ms.add(ms)
      }
    },
    async figures(): Promise<WeeklyFigure[]> {
      const replies: WeeklyFigure[] = []
      for (const { week, category, ms } of durations.values()) {
        replies.push({ week, category, name: 'reply', value: medianOf(ms.sort()) })
        await yieldToEventLoop()
      }
      return [
        ...figures.values(),
        ...replies,
        ...people.values().map(({ week, name, category, sides }) => ({
          ...{ week, name, category },
          value: Math.min(...sides.map(({ size }) => size)),
        })),
      ]
    },
  }
}
