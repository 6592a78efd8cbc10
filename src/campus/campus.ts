import { builtInCampus } from './built-in.ts'
import type { CampusSettings, University } from './campus-settings.ts'

/** The settings, with the phrases that pages and emails build from them. */
export interface Campus extends CampusSettings {
  readonly settings: CampusSettings
  /** The names of all universities: "University A and University B". */
  readonly universityNames: string
  /** The short names, as on the join button: "North & South". */
  readonly communityName: string
  readonly invalidEmailMessage: string
  /** The best meeting place of each university: "the Great Hall or the Library". */
  readonly safePlaces: string
  /** Whether pages show the mark of the built-in campus. No other brand does. */
  readonly hasOwnMark: boolean
  /** What stands for a brand that has neither a mark nor a logo. */
  readonly initial: string
  /** The language of pages and emails, for hyphens and screen readers. */
  readonly language: 'en-CA' | 'en'
}

/**
 * The campus of this site. A process and a page serve one campus, so every module reads it here. It changes while the
 * server runs: read it when it is needed, never while a module loads.
 */
export let campus: Campus = describe(builtInCampus)

/** How often this process has changed its campus or its texts. Kept responses are right only for one revision. */
export let campusRevision = 0

/**
 * Replaces the campus. The server calls it when the settings change. A page calls it before it renders, and after it has
 * saved settings.
 */
export function setCampus(settings: CampusSettings): void {
  campus = describe(settings)
  campusRevision++
}

/** Makes kept responses obsolete, because something that belongs to the campus has changed, such as a text. */
export function countCampusChange(): void {
  campusRevision++
}

/** Returns a function whose result is kept until the campus changes. */
export function perCampus<Value>(compute: (campus: Campus) => Value): () => Value {
  let kept: { campus: Campus; value: Value } | undefined
  return () => {
    if (kept?.campus !== campus) kept = { campus, value: compute(campus) }
    return kept.value
  }
}

function describe(settings: CampusSettings): Campus {
  const { universities } = settings
  const emailLabels = universities.map(({ emailLabel }) => emailLabel)
  const bestSpots = universities.flatMap(({ meetUpSpots }) => meetUpSpots.slice(0, 1))
  return {
    ...settings,
    settings,
    universityNames: joinWords(
      universities.map(({ name }) => name),
      'and',
    ),
    communityName: universities.map(({ shortName }) => shortName).join(' & '),
    invalidEmailMessage: `Invalid ${joinWords(emailLabels, 'or')} email`,
    safePlaces: joinWords(
      bestSpots.map(({ name }) => `the ${name}`),
      'or',
    ),
    hasOwnMark: settings.logo === null && settings.brand === builtInCampus.brand,
    initial: String.fromCodePoint(settings.brand.codePointAt(0) ?? 0).toUpperCase(),
    language: settings.region?.startsWith('CA-') ? 'en-CA' : 'en',
  }
}

/** Returns "A, B or C". It does not use Intl.ListFormat, whose commas may differ between server and browser. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.slice(-2).join(` ${conjunction} `)
  return [...words.slice(0, -2), last].join(', ')
}

export function findUniversity(email: string): University | undefined {
  const [, domain] = /^[A-Za-z0-9._%+-]+@([A-Za-z0-9.-]+)$/.exec(email) ?? []
  return campus.universities.find(({ emailDomains }) =>
    emailDomains.some((known) => known === domain?.toLowerCase()),
  )
}

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether students with this address can no longer log in, because an admin has closed its domain. */
export const isClosedToLogin = (email: string): boolean =>
  campus.closedDomains.includes(domainOf(email))

/** The part before the @: at most 64 characters, no dot at either end, no two dots in a row, and something before a plus. */
const mailbox = /^(?![.+])(?!.*\.[.@]).{1,64}@/

/** Returns the mailbox of an address: "Ada+books@…" and "ada@…" share one. Limits per student count mailboxes. */
export function mailboxOf(email: string): string {
  const [localPart = '', domain] = email.toLowerCase().split('@')
  return `${localPart.split('+')[0]}@${domain}`
}

export const isCampusEmail = (email: string): boolean =>
  mailbox.test(email) && findUniversity(email) !== undefined
