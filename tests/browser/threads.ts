import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext, Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expect } from './fixtures.ts'
import { createListing } from './listings.ts'
import { createStudent, logInAsNewStudent } from './students.ts'

export interface TestThread {
  id: number
  listingId: number
  /** Answers through the API, as the buyer. */
  answer: (body: string) => Promise<void>
}

/** Creates a thread about a listing of the page's new student. The buyer is Ben Okafor, logged in as `request`. */
export async function createThread(
  page: Page,
  request: APIRequestContext,
  body = 'Is it still available?',
): Promise<TestThread> {
  await logInAsNewStudent(page)
  const listingId = await createListing(page, 'misc')
  const { email, password } = await createStudent(request, { firstName: 'Ben', lastName: 'Okafor' })
  await request.post(apiPaths.login, { data: { email, password } })
  const send = async (path: string, text: string) => {
    const response = await request.post(path, { data: { body: text } })
    expect(response.status()).toBe(201)
    return (await response.json()).thread_id as number
  }
  const id = await send(apiPaths.listingMessages('misc', listingId), body)
  return {
    id,
    listingId,
    answer: async (text) => void (await send(apiPaths.messages(id), text)),
  }
}

/** Simulates another tab that says that messages have changed. The page asks at once instead of within five seconds. */
export const askForMessages = (page: Page) =>
  page.evaluate(() => new BroadcastChannel('messages').postMessage('changed'))

/** Adds more messages than the API accepts in an hour: "Message 2" and so on, from both sides, all read. */
export function fillThread(dataDir: string, threadId: number, count: number) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.exec('BEGIN IMMEDIATE')
  const insert = db.prepare(
    `INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at) VALUES (?, ?, ?, ?, ?)`,
  )
  let lastId = 0
  for (let number = 2; number <= count; number++) {
    const minutes = (count - number) * 10
    const time = Date.now() - minutes * 60_000
    const row = insert.run(threadId, number % 2, randomUUID(), `Message ${number}`, time)
    lastId = Number(row.lastInsertRowid)
  }
  db.prepare(
    'UPDATE thread_members SET last_message_id = ?, read_id = ?, unread = 0 WHERE thread_id = ?',
  ).run(lastId, lastId, threadId)
  db.exec('COMMIT')
  db.close()
}

/** Moves the agreed time of the thread's meeting instead of the clock, which all tests of the server share. */
export function moveMeetingTime(dataDir: string, threadId: number, startsAt: number) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE meetings SET starts_at = ?, remind_at = NULL WHERE thread_id = ?').run(
    startsAt,
    threadId,
  )
  db.prepare(
    `UPDATE message_versions SET version = version + 1 WHERE user_id IN (
      SELECT user_id FROM thread_members WHERE thread_id = ?)`,
  ).run(threadId)
  db.close()
}
