import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/** Inserts `count` messages from both sides in turn, as if the routes had written them. */
export async function insertTestMessages(db: Db, threadId: number, count: number) {
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST(${count} AS INTEGER))
    INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at)
    SELECT CAST(${threadId} AS INTEGER), n % 2, 'client ' || n, 'Message ' || n, n FROM numbers`)
  await db.run(sql`
    UPDATE thread_members SET unread = ${count} / 2, last_message_id = (
      SELECT MAX(id) FROM messages WHERE messages.thread_id = thread_members.thread_id)
    WHERE thread_id = ${threadId}`)
}
