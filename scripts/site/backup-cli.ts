import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Totals } from '#server/backup/backup-format.ts'
import { BackupError } from '#server/backup/tar.ts'
import type { BackupProgress } from '#server/backup/write-backup.ts'
import { formatCount, formatNumber, showProgressLine } from './terminal.ts'

export function formatContents({ rows, photos }: Totals): string {
  const students = formatCount(rows.users ?? 0, 'student')
  const listings = formatCount(rows.listings ?? 0, 'listing')
  return `${students}, ${listings} and ${formatCount(photos, 'photo')}`
}

/** Parses the arguments. The file is relative to where npm was called (INIT_CWD), not to where npm runs the script. */
export function parseBackupArguments(usage: string) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { overwrite: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw new Error('one file is needed')
    return { path: resolve(process.env.INIT_CWD ?? '', file), overwrite: values.overwrite }
  } catch {
    throw new BackupError(`Name one file: ${usage}`)
  }
}

export function showProgress({ rows, photos }: BackupProgress) {
  showProgressLine(() => `${formatNumber(rows)} rows, ${formatNumber(photos)} photos`)
}
