import sql from 'sql-template-tag'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import { campusSchema } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import type { SettingsResponse, SettingsVersion } from '#contract/settings.ts'
import { describeSettingsChanges } from '#contract/settings-changes.ts'
import { lawPacks } from '#regions/law-packs.ts'
import { withLogoAddress } from '../campus/look.ts'
import { findCampusHistory, hasListings, parseCampus } from '../campus/stored-campus.ts'
import type { Db } from '../database/database.ts'
import { isOneOf } from '../database/sql-fragments.ts'
import { toIso } from '../durations.ts'
import { countStudentsByDomain } from '../students/email-domains.ts'
import { type PersonRow, personName } from '../students/person.ts'

/** How many versions the page shows. */
export const shownVersions = 20

export interface CurrentSettings {
  source: SettingsResponse['source']
  version: number
  settings: CampusSettings
}

/** Reads the settings that the processes use. The file wins over the database, and the database over the built-in campus. */
export async function readCurrentSettings(
  db: Db,
  file: string | undefined,
): Promise<CurrentSettings> {
  if (file) return { source: 'file', version: 0, settings: campus.settings }
  const [newest] = await findCampusHistory(db, 1)
  if (!newest) return { source: 'built-in', version: 0, settings: builtInCampus }
  return { source: 'database', version: newest.id, settings: parseCampus(newest.text) }
}

/** Reads everything that the page shows. The history is left out while a file wins, because it is not in use. */
export async function readSettings(db: Db, file: string | undefined): Promise<SettingsResponse> {
  const current = await readCurrentSettings(db, file)
  const history = current.source === 'database' ? await readHistory(db) : []
  const previous = history[0]?.before
  return {
    ...current,
    settings: withLogoAddress(current.settings),
    file: file ?? null,
    previous: previous ? withLogoAddress(previous) : null,
    defaults: isOfBuiltInCampus(current.settings) ? builtInCampus : null,
    hasListings: await hasListings(db),
    students: await countStudentsByDomain(db),
    lawPacks: Object.entries(lawPacks).map(
      ([region, { name, nudgeRules, wordRules, messages }]) => ({
        region,
        name,
        nudges: nudgeRules.length,
        warnings: new Set([...wordRules, ...messages.rules].map(({ id }) => id)).size,
      }),
    ),
    history: history.map(({ version }) => version),
  }
}

/** Returns the settings of a version, or undefined if they are no longer valid in this release. */
export function readVersion(text: string): CampusSettings | undefined {
  return campusSchema.safeParse(JSON.parse(text)).data
}

async function readHistory(
  db: Db,
): Promise<{ version: SettingsVersion; before: CampusSettings | undefined }[]> {
  const rows = await findCampusHistory(db, shownVersions + 1)
  const settings = rows.map(({ text }) => readVersion(text))
  const saverOf = await findSavers(db, rows)
  return rows.slice(0, shownVersions).map(({ id, changedBy, changedAt }, index) => {
    // The first version followed the built-in campus.
    const before = index + 1 < rows.length ? settings[index + 1] : builtInCampus
    const after = settings[index]
    const version: SettingsVersion = {
      id,
      changedAt: toIso(changedAt),
      changedBy: saverOf(changedBy),
      changes: before && after ? describeSettingsChanges(before, after) : [],
    }
    return { version, before }
  })
}

type Saver = SettingsVersion['changedBy']

/** Returns a function that names who saved a version. An operator has no name. */
export async function findSavers(
  db: Db,
  versions: readonly { changedBy: number | null }[],
): Promise<(id: number | null) => Saver> {
  const ids = versions.flatMap(({ changedBy }) => changedBy ?? [])
  const rows = await db.all<PersonRow & { id: number }>(
    sql`SELECT id, first_name, last_name FROM users WHERE ${isOneOf(db, sql`id`, ids)}`,
  )
  const names = new Map(rows.map((row) => [row.id, personName(row)]))
  const deleted = personName({ first_name: null, last_name: null })
  return (id) => (id === null ? null : { id, name: names.get(id) ?? deleted })
}

const domainsOf = ({ universities }: CampusSettings) =>
  universities.flatMap(({ emailDomains }) => emailDomains)

/** Whether the site has a university of the built-in campus. For any other, its settings would be those of strangers. */
const isOfBuiltInCampus = (settings: CampusSettings): boolean =>
  domainsOf(settings).some((domain) => domainsOf(builtInCampus).includes(domain))
