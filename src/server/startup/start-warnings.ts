import { contactEmail, hasPostalAddress } from '#campus.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { hasSamples } from './sample-queries.ts'

type WarningConfig = Pick<Config, 'RATE_LIMIT' | 'SMTP_URL' | 'appUrlIsSet'>

/** What an operator should mend; the site runs all the same. */
export async function findStartWarnings(db: Db, config: WarningConfig): Promise<string[]> {
  const { RATE_LIMIT, SMTP_URL, appUrlIsSet } = config
  const warnings: string[] = []
  if (!RATE_LIMIT) warnings.push('RATE_LIMIT is off: nobody is kept from guessing passwords.')
  if (appUrlIsSet && !SMTP_URL) {
    warnings.push(
      'APP_URL is set and SMTP_URL is not: mails are files in DATA_DIR/outbox, and reach nobody.',
    )
  }
  if (SMTP_URL && !hasPostalAddress) {
    warnings.push(
      'SMTP_URL is set, and postalAddress in src/campus.ts is still the placeholder: Canadian mail law asks for one in mails.',
    )
  }
  if (SMTP_URL && contactEmail.endsWith('.example')) {
    warnings.push(
      'SMTP_URL is set, and contactEmail in src/campus.ts is still the placeholder: nobody reads what students write to it, nor that reports wait.',
    )
  }
  if (appUrlIsSet && (await hasSamples(db))) {
    warnings.push(
      'There are sample students. With APP_URL set they cannot log in. To remove them and their listings: npm run remove-samples',
    )
  }
  return warnings
}
