import { openDatabase } from '#server/database/open-database.ts'
import { recordSearchText } from '#server/listings/search/reindex-listings.ts'
import type { Student } from '#tests/support/seed-through-api.ts'
import type { BenchContext } from './bench-context.ts'
import { type QuadServer, startQuad } from './servers.ts'
import { type ListingContent, readListings } from './site-content.ts'
import { signUpStudents } from './students.ts'
import { type BenchThread, startThreads } from './threads.ts'

/** A running server, its seeded listings, and students who are logged in and write to sellers. */
export interface Site {
  server: QuadServer
  listings: ListingContent[]
  students: Student[]
  threads: BenchThread[]
}

/** Starts a server on a seeded database. */
export async function openSite(
  bench: BenchContext,
  settings: Record<string, string>,
): Promise<Site> {
  const { DATA_DIR = '', DATABASE_URL } = settings
  const db = await openDatabase({ DATA_DIR, DATABASE_URL })
  const listings = await readListings(db)
  // The seed writes current search text. Without this record, the server would rebuild it during the run.
  await recordSearchText(db)
  const server = await startQuad(bench, settings)
  const students = await signUpStudents(server.url)
  const threads = await startThreads({ url: server.url, db }, students, listings)
  await db.close()
  return { server, listings, students, threads }
}
