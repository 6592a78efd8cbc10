import { expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { hasMailFailed } from './mail-outage.ts'

// SQLite has no statistics, as in production: without them, it prefers the unique index on kinds and causes.
it.each(engines)(
  'a check of the emails on %s reads those of the last hours only',
  async (engine) => {
    const db = await openTestDatabase(engine)
    const plan = await explain(db, (recorder) => hasMailFailed(recorder, 9, undefined))
    for (const index of ['jobs_waiting', 'jobs_running', 'jobs_done', 'jobs_failed']) {
      expect(plan).toContain(index)
    }
    expect(plan).not.toMatch(
      /Seq Scan|autoindex|jobs_kind_cause_key|SCAN jobs(?! USING INDEX jobs_running)/,
    )
    if (engine === 'sqlite')
      expect(plan.match(/jobs_(done|failed) \(finished_at>\?\)/g)).toHaveLength(3)
  },
)
