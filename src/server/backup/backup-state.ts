import { Gauge, type Registry } from 'prom-client'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'

/** The problem of a rehearsal that is not recorded: the other one records how it ends. */
export const anotherIsRunning = 'Another rehearsal is running.'

/** The rows of `site_state`. A restore leaves them as they are: they are about the machine, not about its students. */
const names = { backup: 'last-backup', rehearsal: 'last-rehearsal' } as const

const lastBackup = z.object({
  /** When the backup was finished. */
  at: z.int(),
  bytes: z.int(),
  contents: z.enum(['database', 'database and photos']),
  /** Where it is, in words for operators. */
  place: z.string(),
  /** The file, on the machine that made the backup. One in the bucket has none. */
  path: z.string().optional(),
})

const lastRehearsal = z.object({
  at: z.int(),
  /** The backup that was restored, in words for operators, and its size. */
  backup: z.string(),
  bytes: z.int(),
  /** What the restore brought back. */
  rows: z.int(),
  photos: z.int(),
  /** The engine of the throw-away database. */
  database: z.enum(['sqlite', 'postgres']),
  /** What was wrong, in a sentence. Null: everything that the backup's own totals name was restored. */
  problem: z.string().nullable(),
})

export type LastBackup = z.infer<typeof lastBackup>
export type Rehearsal = z.infer<typeof lastRehearsal>

export interface BackupState {
  lastBackup: LastBackup | null
  lastRehearsal: Rehearsal | null
}

/** Reads the last backup that Quad made and the last restore that it rehearsed, in one query. */
export async function readBackupState(db: Pick<Db, 'all'>): Promise<BackupState> {
  const rows = await db.all<{ name: string; value: string }>(sql`
    SELECT name, value FROM site_state WHERE name IN (${names.backup}, ${names.rehearsal})`)
  const parse = <Schema extends z.ZodType>(name: string, schema: Schema) => {
    const value = rows.find((row) => row.name === name)?.value
    return value === undefined ? null : (schema.safeParse(JSON.parse(value)).data ?? null)
  }
  return {
    lastBackup: parse(names.backup, lastBackup),
    lastRehearsal: parse(names.rehearsal, lastRehearsal),
  }
}

export const recordBackup = (db: Db, backup: LastBackup) => record(db, names.backup, backup)

export const recordRehearsal = (db: Db, rehearsal: Rehearsal) =>
  record(db, names.rehearsal, rehearsal)

async function record(db: Db, name: string, value: object) {
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES (${name}, ${JSON.stringify(value)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
}

/** Every worker reads the same values from the shared database, so a sum over the workers would be wrong. */
export function backupMetrics({ registers, db }: { registers: Registry[]; db: Db }) {
  const add = (name: string, help: string, read: (state: BackupState) => number | undefined) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers,
      async collect() {
        const state = await readBackupState(db).catch(() => undefined)
        const value = state && read(state)
        // Without a backup there is no value, because 0 would be one from 1970.
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const toSeconds = (time: number | undefined) => time && time / secondMs
  add(
    'quad_backup_timestamp_seconds',
    'When Quad last finished a backup, in seconds since 1970.',
    (state) => toSeconds(state.lastBackup?.at),
  )
  add('quad_backup_size_bytes', 'The size of that backup.', (state) => state.lastBackup?.bytes)
  add(
    'quad_backup_rehearsal_timestamp_seconds',
    'When Quad last rehearsed the restore of a backup, in seconds since 1970.',
    (state) => toSeconds(state.lastRehearsal?.at),
  )
  add(
    'quad_backup_rehearsal_ok',
    'Whether that rehearsal restored everything: 1 or 0.',
    ({ lastRehearsal: last }) => (last ? Number(last.problem === null) : undefined),
  )
}
