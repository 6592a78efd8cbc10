import type { CategoryDefinition } from './define-category.ts'
import type { Field } from './field-kinds.ts'

const maxWords = 60

const fact = { isHousehold: true } as const

/** The seller's own words about a fact. The form has them beside it. */
const wordsAbout = <Label extends string>(label: Label, placeholder: string) =>
  ({
    ...fact,
    kind: 'text',
    label: `${label}, in your words`,
    maxLength: maxWords,
    placeholder,
  }) as const

/**
 * Who lives there, or how a student who looks for a place lives. Rentals and housing requests share these fields. They
 * are for the seller and for confirmed students: no list, feed, search or page for a whole audience has them.
 */
export const householdFields = {
  housemates: {
    ...fact,
    kind: 'number',
    label: 'Housemates',
    help: "Don't count the person who moves in",
    min: 0,
    max: 20,
  },
  studies: {
    ...fact,
    kind: 'text',
    label: 'Studies and year',
    maxLength: maxWords,
    placeholder: 'Math and nursing, second year',
  },
  atmosphere: {
    ...fact,
    kind: 'choice',
    label: 'Atmosphere',
    options: ['Quiet', 'In between', 'Social'],
  },
  atmosphere_words: wordsAbout('Atmosphere', 'Quiet before exams'),
  pets: {
    ...fact,
    kind: 'choice',
    label: 'Pets',
    options: ['No pets', 'Pets', 'Pets welcome'],
  },
  pets_words: wordsAbout('Pets', 'One old cat'),
  guests: {
    ...fact,
    kind: 'choice',
    label: 'Guests',
    options: ['Rarely', 'Now and then', 'Often'],
  },
  guests_words: wordsAbout('Guests', 'Weekends, after asking'),
  cleaning: {
    ...fact,
    kind: 'choice',
    label: 'Cleaning',
    options: ['In turns', 'Together', 'Everyone cleans their own', 'Paid'],
  },
  cleaning_words: wordsAbout('Cleaning', 'Sundays, for an hour'),
  smoking: {
    ...fact,
    kind: 'choice',
    label: 'Smokers',
    options: ['Nobody smokes', 'Outside only', 'Inside too'],
  },
  languages: {
    ...fact,
    kind: 'text',
    label: 'Languages',
    maxLength: maxWords,
    placeholder: 'English and Tamil',
  },
  kitchen: {
    ...fact,
    kind: 'list',
    label: 'Cooking',
    options: ['Vegetarian', 'Halal', 'Shared'],
    maxItems: 5,
    maxLength: 40,
  },
  kitchen_words: wordsAbout('Cooking', 'We eat together on Sundays'),
} as const satisfies Record<string, Field>

export type HouseholdName = keyof typeof householdFields

/** The facts by name. A fact that nobody has said is null, or an empty list. */
export type Household = Record<HouseholdName, string | number | string[] | null>

/** The fields in which a student can write anything. */
export const householdTexts = [
  'studies',
  'atmosphere_words',
  'pets_words',
  'guests_words',
  'cleaning_words',
  'languages',
  'kitchen_words',
] as const satisfies readonly HouseholdName[]

/** Splits a category's fields into the household facts and all others. */
export function splitHousehold({ fields }: Pick<CategoryDefinition, 'fields'>) {
  const entries = Object.entries<Field>(fields)
  return {
    household: entries.filter(([, field]) => field.isHousehold),
    others: entries.filter(([, field]) => !field.isHousehold),
  }
}

/** A fact to show: what was chosen, and the words about it. */
export interface HouseholdFact {
  name: string
  label: string
  chosen: string
  words: string
}

const wordsEnding = '_words'

/** The name of the field with the student's own words about a fact. */
export const wordsName = (name: string): string => name + wordsEnding

export const isWordsName = (name: string): boolean => name.endsWith(wordsEnding)

const textOf = (value: unknown): string => [value ?? []].flat().join(', ')

/** Returns the facts that somebody has said, in the order of the form. */
export function householdFacts(values: Readonly<Record<string, unknown>>): HouseholdFact[] {
  return Object.entries<Field>(householdFields).flatMap(([name, { kind, label }]) => {
    if (isWordsName(name)) return []
    const said = textOf(values[name])
    // A text is in the student's own words altogether.
    const chosen = kind === 'text' ? '' : said
    const words = kind === 'text' ? said : textOf(values[wordsName(name)])
    return chosen || words ? [{ name, label, chosen, words }] : []
  })
}

/** Returns "Quiet · before exams", or "quiet · before exams" after "You:". */
export const describeFact = ({ chosen, words }: HouseholdFact, isInSentence = false): string =>
  [isInSentence ? chosen.toLowerCase() : chosen, words].filter(Boolean).join(' · ')
