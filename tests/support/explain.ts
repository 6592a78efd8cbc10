import type { Db, Query } from '#server/database/database.ts'

/** Returns a database that records its queries. */
export function recordingDb(db: Db, queries: Query[]): Db {
  return {
    ...db,
    all: (query) => {
      queries.push(query)
      return db.all(query)
    },
    get: (query) => {
      queries.push(query)
      return db.get(query)
    },
    run: (query) => {
      queries.push(query)
      return db.run(query)
    },
  }
}

/** Returns the plans of all queries that `make` runs, as one text. */
export async function explain(db: Db, make: (db: Db) => Promise<unknown>): Promise<string> {
  const queries: Query[] = []
  await make(recordingDb(db, queries))
  const lines = await db.transaction(async (tx) => {
    // Without this, PostgreSQL reads a small table as a whole.
    if (db.dialect === 'postgres') await tx.script('SET LOCAL enable_seqscan = off')
    const plans: object[] = []
    for (const { sql, text, values } of queries) {
      const query = { sql: `EXPLAIN QUERY PLAN ${sql}`, text: `EXPLAIN ${text}`, values }
      plans.push(...(await tx.all(query)))
    }
    return plans
  })
  return lines.map((line) => Object.values(line).join(' ')).join('\n')
}
