import type { CampusSettings, University } from '#campus/campus-settings.ts'
import { formatDate, formatDayOfYear } from '#format/format.ts'

/** The name of each setting, as the preview, the history and the log show it. */
export const settingLabels: Record<keyof CampusSettings, string> = {
  brand: 'Name',
  universities: 'Universities',
  closedDomains: 'Locked-out email domains',
  places: 'Campuses',
  terms: 'Terms',
  contactEmail: 'Contact email',
  postalAddress: 'Postal address',
  founderQuote: 'Quote',
  founders: 'People',
  timeZone: 'Time zone',
  currency: 'Currency',
  region: 'Region',
  legalChecks: 'Checks of legal texts',
  accent: 'Accent colour',
  logo: 'Logo',
  faculties: 'Faculties',
  itemKinds: 'Kinds of items',
  synonyms: 'Words that mean the same',
}

type SettingName = keyof CampusSettings

const settingNames = Object.keys(settingLabels) as SettingName[]

/** Returns the settings that differ. */
export const findChangedSettings = (before: CampusSettings, after: CampusSettings): SettingName[] =>
  settingNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Returns a sentence for each difference, such as "Terms: Spring ends May 20, was Apr 30". */
export const describeSettingsChanges = (before: CampusSettings, after: CampusSettings): string[] =>
  findChangedSettings(before, after).flatMap((name) =>
    describeSetting(name, before, after).map((text) => `${settingLabels[name]}: ${text}`),
  )

/** Returns the parts of a sentence about many settings: "terms, contact email". */
export const nameSettings = (names: readonly SettingName[]): string =>
  names.map((name) => lowerFirst(settingLabels[name])).join(', ')

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

function describeSetting(
  name: SettingName,
  before: CampusSettings,
  after: CampusSettings,
): string[] {
  if (name === 'logo') return [after.logo ? (before.logo ? 'another one' : 'added') : 'removed']
  const toThings = thingsOf[name]
  if (!toThings) return [`${scalarText(after, name)}, was ${scalarText(before, name)}`]
  const sentences = compareThings(toThings(before), toThings(after, before))
  return sentences.length > 0 ? sentences : ['in another order']
}

const scalarText = (settings: CampusSettings, name: SettingName): string => {
  if (name === 'currency') return `${settings.currency.code} (${settings.currency.symbol})`
  return textOr(settings[name] as string | null)
}

const textOr = (text: string | null | undefined) => text || 'none'

/** An entry of a list. Entries with the same key before and after are one entry. */
interface Thing {
  key: string
  name: string
  /** The key of the entry that it is a part of. It is not described if that entry is new or removed. */
  parent?: string
  /** Values by the verb that comes before them. */
  facts?: Record<string, string>
}

function compareThings(before: readonly Thing[], after: readonly Thing[]): string[] {
  const known = new Map(before.map((thing) => [thing.key, thing]))
  const left = new Map(after.map((thing) => [thing.key, thing]))
  const isDescribed = ({ parent }: Thing) =>
    parent === undefined || (known.has(parent) && left.has(parent))
  return [
    ...after.filter(isDescribed).flatMap((thing) => {
      const old = known.get(thing.key)
      return old ? compareFacts(old, thing) : [`${thing.name} added`]
    }),
    ...before
      .filter((thing) => isDescribed(thing) && !left.has(thing.key))
      .map(({ name }) => `${name} removed`),
  ]
}

const compareFacts = (before: Thing, after: Thing): string[] =>
  Object.entries(after.facts ?? {}).flatMap(([verb, value]) => {
    const old = before.facts?.[verb] ?? ''
    return old === value ? [] : [`${before.name} ${verb} ${textOr(value)}, was ${textOr(old)}`]
  })

const toNames = (names: readonly string[], prefix = ''): Thing[] =>
  names.map((name) => ({ key: name, name: prefix + name }))

/**
 * Returns the key of each entry. A renamed entry has the key of the one that was at its place before, so that it does not
 * look like a new one.
 */
function keysByName(
  entries: readonly { name: string }[],
  before: readonly { name: string }[] = entries,
): string[] {
  const hasName = (list: readonly { name: string }[], name: string) =>
    list.some((each) => each.name === name)
  return entries.map(({ name }, index) => {
    const old = before[index]?.name
    const isRenamed = old !== undefined && !hasName(before, name) && !hasName(entries, old)
    return isRenamed ? old : name
  })
}

const thingsOf: Partial<
  Record<SettingName, (settings: CampusSettings, before?: CampusSettings) => Thing[]>
> = {
  universities: ({ universities }, before) => {
    const keys = keysByName(universities, before?.universities)
    return universities.flatMap((university, index) =>
      describeUniversity(university, keys[index] ?? university.name),
    )
  },
  closedDomains: ({ closedDomains }) => toNames(closedDomains, '@'),
  places: ({ places }) =>
    places.map(({ id, name, latitude, longitude }) => ({
      key: id,
      name,
      facts: { 'is called': name, 'is at': `${latitude}, ${longitude}` },
    })),
  terms: ({ terms }) =>
    terms.map(({ id, name, firstDay, lastDay }) => ({
      key: id,
      name,
      facts: {
        'is called': name,
        begins: formatDayOfYear(firstDay),
        ends: formatDayOfYear(lastDay),
      },
    })),
  legalChecks: ({ legalChecks }) =>
    toNames(
      legalChecks.map(
        ({ region, version, by, on }) =>
          `${region} version ${version} by ${by}, ${formatDate(on)},`,
      ),
    ),
  founders: ({ founders }, before) => {
    const keys = keysByName(founders, before?.founders)
    return founders.map(({ name, studyField, bio, link }, index) => ({
      key: keys[index] ?? name,
      name,
      facts: {
        'is called': name,
        studies: studyField,
        'is described as': `“${bio}”`,
        'has the link': link ? `${link.label} (${link.url})` : '',
      },
    }))
  },
  faculties: ({ faculties }) => toNames(faculties),
  itemKinds: ({ itemKinds }) => toNames(itemKinds),
  synonyms: ({ synonyms }) => toNames(synonyms.map((line) => `“${line}”`)),
}

function describeUniversity(university: University, key: string): Thing[] {
  const { name, shortName, emailLabel, emailDomains, meetUpSpots } = university
  const part = (kind: string, text: string) => ({
    key: `${key} ${kind} ${text}`,
    name: `${text} of ${name}`,
    parent: key,
  })
  return [
    {
      key,
      name,
      facts: {
        'is called': name,
        'has the short name': shortName,
        'has the name for emails': emailLabel,
      },
    },
    ...emailDomains.map((domain) => part('domain', `@${domain}`)),
    ...meetUpSpots.map((spot) => ({
      ...part('spot', spot.name),
      facts: { 'is open': spot.hours ?? '' },
    })),
  ]
}
