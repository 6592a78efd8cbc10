import { z } from 'zod'
import { type CampusSettings, regionIds } from './campus-settings.ts'
import { logoAddressPattern, maxLogoBytes } from './logo.ts'

/** A character that readers can see: no space, and nothing of zero width. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

const line = (max: number) =>
  z
    .string('Must be text')
    .trim()
    .min(1, 'Fill this in')
    .max(max, `Must be at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'Must be one line')
    // Controls of the direction would turn around titles, subjects and names of senders.
    .regex(/^[^\u202A-\u202E\u2066-\u2069]*$/, 'Has a character that no page can show')
    .refine((text) => text === '' || visible.test(text), 'Fill this in')

const list = <Item extends z.ZodType>(item: Item, { min, max }: { min: number; max: number }) =>
  z
    .array(item, 'Must be a list')
    .min(min, min === 1 ? 'Add at least one' : `Add at least ${min}`)
    .max(max, `Must be at most ${max}`)

/** A list of which no two items have the same key. */
const distinct = <Item extends z.ZodType>(
  item: Item,
  limits: { min: number; max: number },
  keyOf: (value: z.output<Item>) => string,
) =>
  list(item, limits).refine(
    (items) => new Set(items.map((each) => keyOf(each).toLowerCase())).size === items.length,
    'Has an entry twice',
  )

const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

const emailDomain = line(253)
  .toLowerCase()
  .regex(new RegExp(`^(?:${domainLabel}\\.)+[a-z]{2,63}$`), 'Must be a domain, like university.edu')

/** Sentences put "the" before the name of a spot, so one that was typed is dropped. */
const spotName = line(60).overwrite((name) => name.replace(/^(?:the\s+)+(?=[\p{L}\p{N}])/iu, ''))

const university = z.strictObject({
  name: line(100),
  shortName: line(30),
  emailLabel: line(30),
  emailDomains: distinct(emailDomain, { min: 1, max: 10 }, (domain) => domain),
  meetUpSpots: distinct(
    z.strictObject({ name: spotName, hours: line(60).optional() }),
    { min: 1, max: 10 },
    ({ name }) => name,
  ),
})

const place = z.strictObject({
  id: line(30).regex(/^[a-z][a-z0-9]*$/, 'Must be lower-case letters and digits'),
  name: line(40),
  latitude: z.number('Must be a number').min(-90, 'Must be from -90 to 90').max(90),
  longitude: z.number('Must be a number').min(-180, 'Must be from -180 to 180').max(180),
})

/** Whether a text is a day that every year has, as MM-DD. February 29 is not. */
export const isDayOfYear = (day: string): boolean =>
  /^\d\d-\d\d$/.test(day) && z.iso.date().safeParse(`2027-${day}`).success

const dayOfYear = (message: string) => z.string(message).refine(isDayOfYear, message)

/** The terms of a year. The message is about a day that cannot be read. */
function termsWith(message: string) {
  const term = z
    .strictObject({
      id: line(20).regex(/^[a-z]+$/, 'Must be lower-case letters'),
      name: line(20),
      firstDay: dayOfYear(message),
      lastDay: dayOfYear(message),
    })
    .refine(
      ({ firstDay, lastDay }) =>
        // A day that is wrong by itself says nothing about the other one.
        !isDayOfYear(firstDay) || !isDayOfYear(lastDay) || firstDay < lastDay,
      { path: ['lastDay'], error: 'Must be after the first day, in the same year' },
    )
  return distinct(term, { min: 1, max: 6 }, ({ id }) => id).refine(
    (all) =>
      // Days that are wrong by themselves say nothing about the order.
      !all.every((each) => term.safeParse(each).success) ||
      all.every(({ firstDay }, index) => index === 0 || firstDay > (all[index - 1]?.lastDay ?? '')),
    'Must be in calendar order, and no two may overlap',
  )
}

const webAddress = z
  .url({ protocol: /^https$/, error: 'Must be an https address' })
  .max(500, 'Must be at most 500 characters')

const founder = z.strictObject({
  name: line(60),
  studyField: line(80),
  bio: line(300),
  link: z.strictObject({ label: line(40), url: webAddress }).optional(),
})

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A picture that the server has encoded. Base64 is a third longer than the bytes. */
export const logoFile = z
  .string('Must be text')
  .max(Math.ceil(maxLogoBytes / 3) * 4 + 30, `Must be at most ${maxLogoBytes / 1024} KB`)
  .regex(
    /^data:image\/(?:webp|png);base64,[A-Za-z0-9+/]+={0,2}$/,
    'Must be a picture as a data URL, like data:image/webp;base64,…',
  )

const legalCheck = z.strictObject({
  region: line(10),
  version: z.int('Must be a whole number').min(1, 'Must be at least 1'),
  by: line(100),
  on: z.iso.date('Must be a day, like 2026-11-18'),
})

const option = line(40)

const synonymLine = line(120).refine(
  (text) => text.split(',').filter((entry) => /[\p{L}\p{N}]/u.test(entry)).length > 1,
  'Write at least two words with a comma between them, like “couch, sofa”',
)

const domainsOf = (universities: readonly { emailDomains: readonly string[] }[]) =>
  universities.flatMap(({ emailDomains }) => emailDomains)

/** The settings, each on its own. A form that shows some of them picks those. */
export const campusFields = z.strictObject({
  brand: line(30),
  universities: distinct(university, { min: 1, max: 10 }, ({ name }) => name)
    .refine(
      (all) => new Set(all.map(({ shortName }) => shortName.toLowerCase())).size === all.length,
      'Two universities have the same short name',
    )
    .refine(
      (all) => new Set(domainsOf(all)).size === domainsOf(all).length,
      'Two universities have the same email domain',
    ),
  closedDomains: distinct(emailDomain, { min: 0, max: 50 }, (domain) => domain).default([]),
  places: distinct(place, { min: 0, max: 10 }, ({ id }) => id),
  terms: termsWith('Must be a month and a day of every year, like 06-30'),
  contactEmail: z.email('Must be an email address').max(254, 'Must be at most 254 characters'),
  postalAddress: line(200).nullable(),
  founderQuote: line(300),
  founders: list(founder, { min: 0, max: 12 }),
  timeZone: line(60).refine(isTimeZone, 'Must be a time zone, like America/Toronto'),
  currency: z.strictObject({
    code: z.string().regex(/^[A-Z]{3}$/, 'Must be a currency code, like CAD'),
    symbol: line(4),
  }),
  region: z
    .string('Must be text')
    .refine(
      (region) => regionIds.some((known) => known === region),
      `Must be a region with a law pack (${regionIds.join(', ')}), or null for none`,
    )
    .nullable(),
  legalChecks: distinct(legalCheck, { min: 0, max: 20 }, ({ region }) => region).default([]),
  accent: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a colour, like #C9971C')
    .nullable(),
  logo: logoFile.nullable().default(null),
  faculties: distinct(option, { min: 1, max: 30 }, (name) => name),
  itemKinds: distinct(option, { min: 1, max: 30 }, (name) => name),
  synonyms: distinct(synonymLine, { min: 0, max: 100 }, (entry) => entry).default([]),
})

/**
 * The settings as pages and the API have them: a logo that stays as it is has its address, and errors are about what a
 * form shows.
 */
export const sentCampusFields = campusFields.extend({
  terms: termsWith('Write a day and a month, like Jun 30'),
  logo: z
    .union([z.string().regex(logoAddressPattern), logoFile], 'Choose the file of the logo again')
    .nullable()
    .default(null),
})

const hasNoClosedUniversity = ({
  universities,
  closedDomains,
}: Pick<CampusSettings, 'universities' | 'closedDomains'>) =>
  domainsOf(universities).every((domain) => !closedDomains.includes(domain))

const closedUniversity = { path: ['closedDomains'], error: 'Has a domain of a university' }

/** Validates the settings of a campus as a file or the database has them. */
export const campusSchema = campusFields.refine(
  hasNoClosedUniversity,
  closedUniversity,
) satisfies z.ZodType<CampusSettings>

/** Validates the settings as pages and the API have them. */
export const sentCampusSchema = sentCampusFields.refine(
  hasNoClosedUniversity,
  closedUniversity,
) satisfies z.ZodType<CampusSettings>

/** Returns one sentence for each wrong value, with the place of the value: "terms 2, last day: Must be …". */
export function describeCampusProblems(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => {
    const place = path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ')
    return place ? `${place}: ${message}` : message
  })
}
