import { openDatabase } from '#server/database/open-database.ts'
import type { Student } from '#tests/support/seed-through-api.ts'
import type { BenchContext } from './bench-context.ts'
import { type QuadServer, startQuad } from './servers.ts'
import { type ListingContent, readListings } from './site-content.ts'
import { signUpStudents } from './students.ts'

/** A running server, the listings it was seeded with, and students who are logged in. */
export interface Site {
  server: QuadServer
  listings: ListingContent[]
  students: Student[]
}

/** Starts a server on a seeded database. */
export async function openSite(
  bench: BenchContext,
  settings: Record<string, string>,
): Promise<Site> {
  const { DATA_DIR = '', DATABASE_URL } = settings
  const db = await openDatabase({ DATA_DIR, DATABASE_URL })
  const listings = await readListings(db)
  await db.close()
  const server = await startQuad(bench, settings)
  return { server, listings, students: await signUpStudents(server.url) }
}
