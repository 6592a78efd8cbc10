import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { dailyBackup } from '../backup/daily-backup.ts'
import type { Dialect } from '../database/database.ts'
import { mailJobs } from '../mail/mail-jobs.ts'
import type { MailTransport } from '../mail/mail-transport.ts'
import { expiredRowCleanup } from '../maintenance/expired-row-cleanup.ts'
import { photoCleanup } from '../photos/photo-cleanup.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import type { JobKind } from './job-kind.ts'

interface JobKindDeps {
  dialect: Dialect
  dataDir: string
  store: PhotoStore
  transport: MailTransport
  log: FastifyBaseLogger
}

/** Everything that happens later or on a clock. */
export function createJobKinds(deps: JobKindDeps): JobKind[] {
  const { dialect, dataDir, store, transport, log } = deps
  const kinds = [
    ...mailJobs({ transport, log }),
    photoCleanup({ store, log }),
    expiredRowCleanup(log),
  ]
  // PostgreSQL has its own tools.
  if (dialect === 'sqlite') kinds.push(dailyBackup({ folder: join(dataDir, 'backups'), log }))
  return kinds
}
