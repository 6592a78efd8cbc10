import { campus } from '#campus/campus.ts'
import { type AcademicTerm, termAt, termNumberOf } from '#categories/academic-terms.ts'
import { addDays, addMonths, countDays } from '#categories/days.ts'

const months = [
  'january|jan',
  'february|feb',
  'march|mar',
  'april|apr',
  'may',
  'june|jun',
  'july|jul',
  'august|aug',
  'september|sept|sep',
  'october|oct',
  'november|nov',
  'december|dec',
]

/** A regular expression for any month, as one group. */
export const monthPattern = `(${months.join('|')})`

/** Words that are also verbs. They are a month only after a preposition or before a year. */
export const isAlsoVerb = (text: string): boolean => /^(?:may|march|mar)$/i.test(text)

const monthNumber = (text: string): number =>
  months.findIndex((names) => names.split('|').includes(text.toLowerCase())) + 1

const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

/** Returns the first day of the month in this year or, without one, of the next such month that is not over. */
export function firstDayOf(month: string, year: string | undefined, today: string): string {
  const number = monthNumber(month)
  if (year) return firstOf(Number(year), number)
  const thisYear = firstOf(Number(today.slice(0, 4)), number)
  return addMonths(thisYear, 1) > today ? thisYear : addMonths(thisYear, 12)
}

/** Returns the last day of the first such month on or after a day. */
export function lastDayOf(month: string, year: string | undefined, from: string): string {
  const inYear = firstOf(Number(year ?? from.slice(0, 4)), monthNumber(month))
  const first = !year && inYear < `${from.slice(0, 7)}-01` ? addMonths(inYear, 12) : inYear
  return addDays(addMonths(first, 1), -1)
}

/** A day of each season, for campuses whose terms have other names. */
const seasonDays: Readonly<Record<string, string>> = {
  winter: '02-15',
  spring: '05-15',
  summer: '07-15',
  fall: '10-15',
  autumn: '10-15',
}

/** Returns the words that can stand for a term: the names of the campus and of the seasons. */
export const termWords = (): string[] => [
  ...new Set([
    ...campus.terms.map(({ name }) => name.toLowerCase()),
    ...Object.keys(seasonDays).filter((season) => findTermIndex(season) !== -1),
  ]),
]

/** Returns the terms of the campus by their first letter, without letters that two of them share. */
export function termByLetter(): Map<string, string> {
  const names = campus.terms.map(({ name }) => name.toLowerCase())
  const firsts = names.map(([first = '']) => first)
  const isOnlyOne = (first: string) => firsts.indexOf(first) === firsts.lastIndexOf(first)
  return new Map(
    names.flatMap((name) => {
      const [first = ''] = name
      return /[a-z]/.test(first) && isOnlyOne(first) ? [[first, name] as const] : []
    }),
  )
}

function findTermIndex(word: string): number {
  const named = campus.terms.findIndex(({ name }) => name.toLowerCase() === word)
  if (named !== -1) return named
  const day = seasonDays[word]
  if (day === undefined) return -1
  return campus.terms.findIndex(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
}

/**
 * Returns the term that a word stands for. Without a year, it is the next one of which at least half is left: a student
 * who types "fall" in November means the next fall.
 */
export function findTerm(
  word: string,
  year: string | undefined,
  today: string,
): AcademicTerm | undefined {
  const index = findTermIndex(word.toLowerCase())
  const { length } = campus.terms
  if (index === -1) return undefined
  if (year) return termAt(Number(year) * length + index)
  const current = termNumberOf(today)
  const next = current + ((index - (current % length) + length) % length)
  const term = termAt(next)
  const isHalfOver = countDays(today, term.last) * 2 < countDays(term.first, term.last)
  return isHalfOver ? termAt(next + length) : term
}
