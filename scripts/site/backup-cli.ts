import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BackupBucket } from '#server/backup/backup-bucket.ts'
import type { Totals } from '#server/backup/backup-format.ts'
import type { FoundBackup } from '#server/backup/backup-rehearsal.ts'
import { BackupError } from '#server/backup/tar.ts'
import type { BackupProgress } from '#server/backup/write-backup.ts'
import type { Config } from '#server/config.ts'
import { formatCount, formatNumber, showProgressLine } from './terminal.ts'

export function formatContents({ rows, photos }: Totals): string {
  const students = formatCount(rows.users ?? 0, 'student')
  const listings = formatCount(rows.listings ?? 0, 'listing')
  return `${students}, ${listings} and ${formatCount(photos, 'photo')}`
}

/** Parses the arguments of a command: its options, and no more words than it takes. */
export function parseBackupArguments(usage: string, { max }: { max: number }) {
  try {
    const { values, positionals: words } = parseArgs({
      allowPositionals: true,
      options: { overwrite: { type: 'boolean', default: false } },
    })
    if (words.length > max) throw new Error('too many')
    return { words, overwrite: values.overwrite }
  } catch {
    throw new BackupError(usage)
  }
}

/** Returns the path of a file. It is relative to where npm was called (INIT_CWD), not to where npm runs the script. */
export const resolveFile = (file: string) => resolve(process.env.INIT_CWD ?? '', file)

/** Returns the backup that somebody typed: a file, or s3:NAME for one in the bucket. */
export function findGivenBackup(text: string, { BACKUP_S3_URL }: Config): FoundBackup {
  const name = /^s3:(.+)$/.exec(text)?.[1]
  if (!name) {
    const path = resolveFile(text)
    return { source: { path }, place: path }
  }
  if (!BACKUP_S3_URL) throw noBucket()
  return { source: { name, bucket: BACKUP_S3_URL }, place: `${name} in ${BACKUP_S3_URL.bucket}` }
}

export async function openConfiguredBucket({ BACKUP_S3_URL }: Config): Promise<BackupBucket> {
  if (!BACKUP_S3_URL) throw noBucket()
  const { checkBackupBucket, openBackupBucket } = await import('#server/backup/backup-bucket.ts')
  await checkBackupBucket(BACKUP_S3_URL, console.warn)
  return openBackupBucket(BACKUP_S3_URL)
}

const noBucket = () =>
  new BackupError('Set BACKUP_S3_URL to the bucket with the backups, as .env.example shows it.')

export function showProgress({ rows, photos }: BackupProgress) {
  showProgressLine(() => `${formatNumber(rows)} rows, ${formatNumber(photos)} photos`)
}
