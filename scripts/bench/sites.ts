import { openDatabase } from '#server/database/open-database.ts'
import type { Bench } from './bench.ts'
import { type Content, readContent } from './content.ts'
import { type QuadServer, startQuad } from './servers.ts'

/** A running product, and what its database holds. */
export interface Site {
  server: QuadServer
  content: Content
}

/** Starts the product on a seeded database. */
export async function openSite(bench: Bench, settings: Record<string, string>): Promise<Site> {
  const { DATA_DIR = '', DATABASE_URL } = settings
  const db = await openDatabase({ DATA_DIR, DATABASE_URL })
  const content = await readContent(db)
  await db.close()
  return { server: await startQuad(bench, settings), content }
}
