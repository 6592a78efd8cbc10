import { openDatabase } from '#server/database/open-database.ts'
import type { BenchContext } from './bench-context.ts'
import { type QuadServer, startQuad } from './servers.ts'
import { readSiteContent, type SiteContent } from './site-content.ts'

/** A running server, and the content of its database. */
export interface Site {
  server: QuadServer
  content: SiteContent
}

/** Starts a server on a seeded database. */
export async function openSite(
  bench: BenchContext,
  settings: Record<string, string>,
): Promise<Site> {
  const { DATA_DIR = '', DATABASE_URL } = settings
  const db = await openDatabase({ DATA_DIR, DATABASE_URL })
  const content = await readSiteContent(db)
  await db.close()
  return { server: await startQuad(bench, settings), content }
}
