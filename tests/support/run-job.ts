import type { Db } from '#server/database/database.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'

interface RunOptions {
  db: Db
  now: () => number
  onLog?: (...line: unknown[]) => void
}

/** Runs the due jobs of this kind now, including jobs on a clock. */
export async function runJob(kind: JobKind, { db, now, onLog = () => {} }: RunOptions) {
  const log = { warn: onLog, error: onLog }
  const runner = startJobRunner({
    db,
    kinds: [{ ...kind, firstRunDelayMs: 0 }],
    now,
    log,
    pollMs: 1e9,
  })
  await runner.runDue()
  await runner.stop()
}
