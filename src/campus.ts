export interface University {
  readonly name: string
  readonly shortName: string
  /** The university's name in the message about an invalid email address. */
  readonly emailLabel: string
  readonly emailDomains: readonly string[]
  /** The best spot comes first. Sentences put "the" before a spot. */
  readonly meetUpSpots: readonly string[]
}

export const brand = 'Quad'

export const universities: readonly University[] = [
  {
    name: 'University of Waterloo',
    shortName: 'Waterloo',
    emailLabel: 'UWaterloo',
    emailDomains: ['uwaterloo.ca'],
    meetUpSpots: ['SLC Great Hall', 'Dana Porter Library lobby', 'Davis Centre Great Hall'],
  },
  {
    name: 'Wilfrid Laurier University',
    shortName: 'Laurier',
    emailLabel: 'Laurier',
    emailDomains: ['mylaurier.ca', 'wlu.ca'],
    meetUpSpots: ['Laurier Concourse', 'Fred Nichols Campus Centre', 'Laurier Library lobby'],
  },
]

/** A term of the academic year. Its first and last day are MM-DD. No term spans New Year. */
export interface TermDefinition {
  /** Lower-case letters, because URLs contain it. */
  readonly id: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
}

/** The terms in calendar order. */
export const terms: readonly TermDefinition[] = [
  { id: 'winter', name: 'Winter', firstDay: '01-01', lastDay: '04-30' },
  { id: 'spring', name: 'Spring', firstDay: '05-01', lastDay: '08-31' },
  { id: 'fall', name: 'Fall', firstDay: '09-01', lastDay: '12-31' },
]

/** Returns "A, B or C". It does not use Intl.ListFormat, whose commas may differ between server and browser. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.slice(-2).join(` ${conjunction} `)
  return [...words.slice(0, -2), last].join(', ')
}

/** The names of all universities: "University of Waterloo and Wilfrid Laurier University". */
export const universityNames = joinWords(
  universities.map(({ name }) => name),
  'and',
)

/** The short names, as on the join button: "Waterloo & Laurier". */
export const communityName = universities.map(({ shortName }) => shortName).join(' & ')

export const invalidEmailMessage = `Invalid ${joinWords(
  universities.map(({ emailLabel }) => emailLabel),
  'or',
)} email`

/** The best meeting place of each university: "the SLC Great Hall or the Laurier Concourse". */
export const safePlaces = joinWords(
  universities.flatMap(({ meetUpSpots }) => meetUpSpots.slice(0, 1)).map((spot) => `the ${spot}`),
  'or',
)

export const contactEmail = 'hello@quad.example'

const addressPlaceholder = 'Your postal address'

/** The last line of every email, which Canadian law requires. Replace it, in one line, before the site sends email. */
export const postalAddress: string = addressPlaceholder

export const hasPostalAddress = postalAddress !== addressPlaceholder

export function findUniversity(email: string): University | undefined {
  const [, domain] = /^[A-Za-z0-9._%+-]+@([A-Za-z0-9.-]+)$/.exec(email) ?? []
  return universities.find(({ emailDomains }) =>
    emailDomains.some((known) => known === domain?.toLowerCase()),
  )
}

/** The part before the @: at most 64 characters, no dot at either end, no two dots in a row, and something before a plus. */
const mailbox = /^(?![.+])(?!.*\.[.@]).{1,64}@/

/** Returns the mailbox of an address: "Ada+books@…" and "ada@…" share one. Limits per student count mailboxes. */
export function mailboxOf(email: string): string {
  const [localPart = '', domain] = email.toLowerCase().split('@')
  return `${localPart.split('+')[0]}@${domain}`
}

export const isCampusEmail = (email: string): boolean =>
  mailbox.test(email) && findUniversity(email) !== undefined
