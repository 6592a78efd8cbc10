import { threadsPerPage } from '#contract/message-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Db } from '#server/database/database.ts'
import { insertTestMessages } from '#tests/support/insert-test-messages.ts'
import { type Student, sendMessage } from '#tests/support/seed-through-api.ts'
import type { ListingContent } from './site-content.ts'

export const messagesInThread = 1_000

/** A student's conversation, and the ETag that a tab showing it sends. */
export interface BenchThread {
  id: number
  cookie: string
  etag: string
}

/** Makes each student write to enough sellers to fill a page of conversations. The last conversation is long. */
export async function startThreads(
  { url, db }: { url: string; db: Db },
  students: Student[],
  listings: ListingContent[],
): Promise<BenchThread[]> {
  const threads: BenchThread[] = []
  for (const student of students) {
    let id = 0
    for (const listing of listings.slice(0, threadsPerPage)) {
      id = await sendMessage(url, student, listing, 'Is it still available?')
    }
    await insertTestMessages(db, id, messagesInThread - 1)
    const { cookie } = student
    const response = await fetch(url + apiPaths.messages(id), { headers: { cookie } })
    threads.push({ id, cookie, etag: response.headers.get('etag') ?? '' })
  }
  return threads
}
