import { join } from 'node:path'
import { campus, joinWords } from '#campus/campus.ts'
import { migrateWithBackup } from '../backup/upgrade-backup.ts'
import { loadCampus } from '../campus/campus-source.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { makeDataPrivate } from '../files/private-files.ts'
import { endDueListingsAtStart } from '../listings/lifecycle/end-listings.ts'
import { reindexIfStale } from '../listings/search/reindex-listings.ts'
import { openPhotoStore } from '../photos/open-photo-store.ts'
import { createPhotos, type Photos } from '../photos/photos.ts'
import { prepareSetup } from '../setup/setup-link.ts'
import { universityOf } from '../students/university/read-claims.ts'
import { type FillDemo, prepareDemo } from './fill-demo-if-new.ts'
import { deleteSampleSessions, hasSamples } from './samples.ts'

/** The resources that a process opens at startup and closes at the end. */
export interface Resources {
  db: Db
  photos: Photos
}

type Log = (line: string) => void

export async function openResources(config: Config, log?: Log): Promise<Resources> {
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, log)
  await makeDataPrivate(config.DATA_DIR, log)
  return { db, photos: createPhotos({ store }) }
}

/** The resources of the process that prepares the site for all workers. */
export interface PreparedResources extends Resources {
  /** Fills the site with samples. Only a new try-out site has it. Call it once the site serves requests. */
  fillDemo: FillDemo | undefined
}

/** Opens the resources and migrates the database. With several workers, the primary does so once for all. */
export async function prepareResources(config: Config, log: Log): Promise<PreparedResources> {
  if (config.BACKUP_S3_URL) {
    // The import is here because most sites never need the S3 client.
    const { checkBackupBucket } = await import('../backup/backup-bucket.ts')
    await checkBackupBucket(config.BACKUP_S3_URL, log)
  }
  const resources = await openResources(config, log)
  if (config.BACKUP_BEFORE_UPGRADE) {
    await migrateWithBackup(resources.db, { folder: join(config.DATA_DIR, 'backups'), log })
  } else await migrate(resources.db)
  await loadCampus(resources.db, config.CAMPUS_FILE)
  await reindexIfStale(resources.db, Date.now())
  const fillDemo = await prepareDemo({ config, ...resources, log })
  // Listings that ended while no process ran must be missing from the first response on.
  await endDueListingsAtStart(resources.db, Date.now())
  // With APP_URL set, sample students cannot log in, so their sessions from the try-out end.
  if (!config.isTryOut) await deleteSampleSessions(resources.db)
  const setupLink = await prepareSetup(resources.db, config, Date.now())
  const warnings = await findStartWarnings(resources.db, config, setupLink !== undefined)
  for (const warning of warnings) log(`Warning: ${warning}`)
  return { ...resources, fillDemo }
}

type WarningConfig = Pick<
  Config,
  'RATE_LIMIT' | 'SMTP_URL' | 'appUrlIsSet' | 'isTryOut' | 'identityProviders'
>

/**
 * Returns warnings about things that an operator should fix. The site runs anyway. The campus of a site that is not set up
 * yet is nobody's, so it is not mentioned.
 */
export async function findStartWarnings(
  db: Db,
  config: WarningConfig,
  isNew = false,
): Promise<string[]> {
  const { RATE_LIMIT, SMTP_URL, appUrlIsSet, isTryOut, identityProviders } = config
  const warnings: string[] = []
  if (!RATE_LIMIT) warnings.push('RATE_LIMIT is off: nobody is kept from guessing passwords.')
  if (appUrlIsSet && !SMTP_URL) {
    warnings.push(
      'APP_URL is set and SMTP_URL is not: emails are files in DATA_DIR/outbox, and reach nobody.',
    )
  }
  if (SMTP_URL && !campus.postalAddress && !isNew) {
    warnings.push(
      'SMTP_URL is set, and the campus has no postal address. The law of Canada and of many other countries requires one in every email.',
    )
  }
  if (SMTP_URL && campus.contactEmail.endsWith('.example') && !isNew) {
    warnings.push(
      'SMTP_URL is set, and the contact address of the campus is still the placeholder: nobody reads what students write to it, or that reports wait.',
    )
  }
  for (const provider of identityProviders) {
    if (isNew || universityOf(provider)) continue
    const names = joinWords(
      campus.universities.map(({ shortName }) => shortName),
      'or',
    )
    warnings.push(
      `Nobody can log in with ${provider.label}: OIDC_UNIVERSITY is ${provider.university ?? 'not set'}, and must be ${names}.`,
    )
  }
  if (!isTryOut && (await hasSamples(db))) {
    warnings.push(
      'There are sample students. With APP_URL set they cannot log in. To remove them and their listings: npm run remove-samples',
    )
  }
  return warnings
}
