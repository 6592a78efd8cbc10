import { z } from 'zod'
import { sentCampusSchema } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'

const campusSettings: z.ZodType<CampusSettings, Partial<CampusSettings>> = sentCampusSchema

/** A version of the settings. Its changes are sentences, such as "Terms: Spring ends May 20, was Apr 30". */
const settingsVersion = z.object({
  id: z.int(),
  changedAt: z.iso.datetime(),
  /** The admin who saved the version. It is null if an operator did, on the command line. */
  changedBy: z.object({ id: z.int(), name: z.string() }).nullable(),
  changes: z.array(z.string()),
})

export const settingsResponse = z.object({
  settings: campusSettings,
  /** Where the settings come from. Those of a file cannot be changed here. */
  source: z.enum(['file', 'database', 'built-in']),
  /** The path of CAMPUS_FILE, if the settings come from it. */
  file: z.string().nullable(),
  /** The version that a change is based on. It is 0 without a row in the database. */
  version: z.int(),
  /** The settings before the newest version, which an undo brings back. */
  previous: campusSettings.nullable(),
  /** What "Reset to default" brings back. Null on a site of other universities than those of the built-in campus. */
  defaults: campusSettings.nullable(),
  /** Whether the currency and the time zone must stay, because there are listings. */
  hasListings: z.boolean(),
  students: z.array(z.object({ domain: z.string(), count: z.int() })),
  lawPacks: z.array(
    z.object({ region: z.string(), name: z.string(), nudges: z.int(), warnings: z.int() }),
  ),
  /** The newest versions first. */
  history: z.array(settingsVersion),
})

/**
 * Domains whose students the admin knows about. A change that removes or closes a domain with students is refused unless
 * the domain is here.
 */
const confirmedDomains = z.array(z.string()).max(100).default([])

export const settingsBody = z.object({
  settings: campusSettings,
  basedOn: z.int(),
  confirmedDomains,
})

/** A logo that is encoded but not saved, as a data URL. */
export const encodedLogo = z.object({ logo: z.string() })

/** Undoes the version, which has to be the newest. */
export const settingsUndoBody = z.object({ version: z.int(), confirmedDomains })

export const testMailResponse = z.object({
  /** Why the email could not be sent, and which settings to check. Null if the mail server has taken it. */
  problem: z.string().nullable(),
})

export type TestMailResponse = z.infer<typeof testMailResponse>
export type SettingsResponse = z.infer<typeof settingsResponse>
export type EncodedLogo = z.infer<typeof encodedLogo>
export type SettingsVersion = z.infer<typeof settingsVersion>
export type SettingsBody = z.input<typeof settingsBody>
export type SettingsUndoBody = z.input<typeof settingsUndoBody>
