export interface University {
  readonly name: string
  readonly shortName: string
  /** Its name in the message about an invalid email address. */
  readonly emailLabel: string
  readonly emailDomains: readonly string[]
  /** The best first; sentences put "the" before it. */
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

/** A term of the academic year; days as MM-DD, both included. In the order of the calendar year, none across New Year. */
export interface TermDefinition {
  /** Lower-case letters: it is in URLs. */
  readonly id: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
}

export const terms: readonly TermDefinition[] = [
  { id: 'winter', name: 'Winter', firstDay: '01-01', lastDay: '04-30' },
  { id: 'spring', name: 'Spring', firstDay: '05-01', lastDay: '08-31' },
  { id: 'fall', name: 'Fall', firstDay: '09-01', lastDay: '12-31' },
]

/** "A, B or C". Not Intl.ListFormat, whose commas may differ between server and browser. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.slice(-2).join(` ${conjunction} `)
  return [...words.slice(0, -2), last].join(', ')
}

/** "University of Waterloo and Wilfrid Laurier University". */
export const universityNames = joinWords(
  universities.map(({ name }) => name),
  'and',
)

/** "Waterloo & Laurier", as the join button says it. */
export const communityName = universities.map(({ shortName }) => shortName).join(' & ')

export const invalidEmailMessage = `Invalid ${joinWords(
  universities.map(({ emailLabel }) => emailLabel),
  'or',
)} email`

/** "the SLC Great Hall or the Laurier Concourse": the best place of each university. */
export const safePlaces = joinWords(
  universities.flatMap(({ meetUpSpots }) => meetUpSpots.slice(0, 1)).map((spot) => `the ${spot}`),
  'or',
)

export const contactEmail = 'hello@quad.example'

const addressPlaceholder = 'Your postal address'

/** Ends every mail: Canadian mail law asks for it. Replace it, in one line, before the site sends mail. */
export const postalAddress: string = addressPlaceholder

export const hasPostalAddress = postalAddress !== addressPlaceholder

export function findUniversity(email: string): University | undefined {
  const [, domain] = /^[A-Za-z0-9._%+-]+@([A-Za-z0-9.-]+)$/.exec(email) ?? []
  return universities.find(({ emailDomains }) =>
    emailDomains.some((known) => known === domain?.toLowerCase()),
  )
}

/** What stands before the @: at most 64 characters, no dot at an end or two together, and something before a plus. */
const mailbox = /^(?![.+])(?!.*\.[.@]).{1,64}@/

/** "Ada+books@…" is read in the mailbox of "ada@…": what is counted for a student is counted for the mailbox. */
export function mailboxOf(email: string): string {
  const [localPart = '', domain] = email.toLowerCase().split('@')
  return `${localPart.split('+')[0]}@${domain}`
}

export const isCampusEmail = (email: string): boolean =>
  mailbox.test(email) && findUniversity(email) !== undefined
