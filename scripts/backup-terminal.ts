import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '#server/backup/backup-error.ts'
import type { Totals } from '#server/backup/backup-format.ts'
import type { Progress } from '#server/backup/write-backup.ts'
import { ConfigError } from '#server/config.ts'
import { DatabaseUnavailable, StartupError } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'

const showEveryMs = 100
let shownAt = 0

const number = (count: number) => count.toLocaleString('en-CA')

export const counted = (count: number, thing: string) =>
  `${number(count)} ${thing}${count === 1 ? '' : 's'}`

/** What a backup holds, for a sentence. */
export function contents({ rows, photos }: Totals): string {
  const students = counted(rows.users ?? 0, 'student')
  const listings = counted(rows.listings ?? 0, 'listing')
  return `${students}, ${listings} and ${counted(photos, 'photo')}`
}

/** What the command line says; a file is looked for where npm was called, not where it runs the command. */
export function readArguments(usage: string) {
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

export function showProgress({ rows, photos }: Progress) {
  if (!process.stdout.isTTY || performance.now() - shownAt < showEveryMs) return
  shownAt = performance.now()
  process.stdout.write(`\r\x1b[K${number(rows)} rows, ${number(photos)} photos …`)
}

export function clearProgress() {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
}

/** A failure that has a sentence needs no more than that; nothing was changed by it. */
export function endWithSentence(error: unknown): never {
  clearProgress()
  const known = [BackupError, ConfigError, StartupError, DatabaseUnavailable, AppError]
  if (!(error instanceof Error)) throw error
  const isSystemError = 'syscall' in error
  if (!isSystemError && !known.some((kind) => error instanceof kind)) throw error
  console.error(error.message)
  process.exit(1)
}
