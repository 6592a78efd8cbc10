import { builtInCampus, inventedFounderRole } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import type { Config } from '../config.ts'

export type PlaceholderConfig = Pick<Config, 'appUrlIsSet' | 'SMTP_URL' | 'MAIL_FROM'>

/** Returns the settings that a site starts with and that nobody has changed, in sentences. */
export function findPlaceholders({
  appUrlIsSet,
  SMTP_URL,
  MAIL_FROM,
}: PlaceholderConfig): string[] {
  const isInvented = campus.founders.some(({ name }) => inventedFounderRole(name))
  const isUnset: [boolean, string][] = [
    [
      campus.contactEmail === builtInCampus.contactEmail,
      `The contact email is still ${builtInCampus.contactEmail}, which nobody reads.`,
    ],
    [
      campus.postalAddress === null,
      'There is no postal address, which anti-spam laws ask for in emails.',
    ],
    [isInvented, 'The About page still has invented founders.'],
    [!appUrlIsSet, 'APP_URL is not set, so links in emails lead to localhost.'],
    [SMTP_URL === undefined, 'SMTP_URL is not set, so no email leaves the site.'],
    [
      SMTP_URL !== undefined && MAIL_FROM === undefined,
      `MAIL_FROM is not set, so emails come from ${campus.contactEmail}.`,
    ],
  ]
  return isUnset.filter(([applies]) => applies).map(([, text]) => text)
}
