import type { CategoryId } from '#categories/index.ts'

/**
 * The figures of a week. `sold` is of its listings, `answered`, `replied` and `reply` (the median) of the conversations
 * that began in it, and `came_back` of the students who joined in it. `searches` and `unmatched` are those of the night.
 */
export const figureNames = [
  'listings',
  'sold',
  'threads',
  'answered',
  'replied',
  'reply',
  'joined',
  'came_back',
  'searches',
  'unmatched',
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
  const durations = new Map<string, { week: number; category: FigureCategory; ms: number[] }>()
  function add(week: number, name: FigureName, category: FigureCategory, count = 1) {
    const figure = figures.getOrInsertComputed(`${week} ${name} ${category}`, () => ({
      week,
      name,
      category,
      value: 0,
    }))
    figure.value += count
  }
  return {
    add,
    /** Adds to the figure of the category and of all categories. */
    addIn(week: number, name: FigureName, category: CategoryId, count = 1) {
      for (const each of [category, ''] as const) add(week, name, each, count)
    },
    addReply(week: number, of: CategoryId, ms: number) {
      for (const category of [of, ''] as const) {
        const key = `${week} ${category}`
        durations.getOrInsertComputed(key, () => ({ week, category, ms: [] })).ms.push(ms)
      }
    },
    figures: (): WeeklyFigure[] => [
      ...figures.values(),
      ...durations.values().flatMap(({ week, category, ms }) => [
        { week, category, name: 'replied' as const, value: ms.length },
        { week, category, name: 'reply' as const, value: median(ms) },
      ]),
    ],
  }
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Math.round(middle.reduce((sum, value) => sum + value, 0) / middle.length)
}
