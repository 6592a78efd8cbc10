import sql from 'sql-template-tag'
import { apiPaths } from '#contract/paths.ts'
import { dayMs } from '#server/durations.ts'
import type { Engine } from './databases.ts'
import { openModerationSite } from './moderation-site.ts'
import { insertTestListing } from './photo-app.ts'

type ModerationSite = Awaited<ReturnType<typeof openModerationSite>>
type Person = Pick<ModerationSite['ada'], 'post'>

/** Opens the moderation site, where Bob has written to Ada about her lamp. */
export async function openReportedThread(engine: Engine, settings: Record<string, string> = {}) {
  const site = await openModerationSite(engine, settings)
  const { db, clock, ada, bob } = site

  const send = async (person: Person, url: string, body: string) => {
    const sent = await person.post(url, { body })
    if (sent.status !== 201) throw new Error(`Not sent to ${url}: ${JSON.stringify(sent)}`)
    return sent.body as unknown as { thread_id: number; message: { id: number } }
  }
  /** Starts a thread about another listing of Ada's. */
  const startThread = async (buyer: Person) => {
    const id = await insertTestListing(db, ada.id)
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now + dayMs}`)
    const url = apiPaths.listingMessages('misc', id)
    return (await send(buyer, url, 'Is it still available?')).thread_id
  }
  const threadId = await startThread(bob)
  const reply = async (person: Person, body: string, thread = threadId) =>
    (await send(person, apiPaths.messages(thread), body)).message.id
  return { ...site, threadId, startThread, reply, reportUrl: apiPaths.reportThread(threadId) }
}
