import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { mailboxOf } from '#campus/campus.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { deleteSearchesOf, writeLog } from '../moderation/moderation-log.ts'
import { findMailboxUsers } from './user-queries.ts'

const emails = ['a@x.ca', 'a+1@x.ca', 'a+1+2@x.ca', 'a+@x.ca', 'ab@x.ca', 'a.b+1@x.ca', 'a@y.ca']
const sharing = (email: string) => emails.filter((each) => mailboxOf(each) === mailboxOf(email))

describe.each(engines)('a mailbox on %s', (engine) => {
  it('has its accounts found by the index', async () => {
    const db = await openTestDatabase(engine)
    const ids = new Map<string, number>()
    for (const email of emails) ids.set(email, (await insertTestUser(db, email)).id)
    for (const email of [...emails, 'A+9@X.ca']) {
      const expected = sharing(email).map((each) => ids.get(each))
      expect(await findMailboxUsers(db, email), email).toEqual(expected)
    }
    const plan = await explain(db, (tx) => findMailboxUsers(tx, 'a@x.ca'))
    expect(plan).toContain('users_by_mailbox')
    expect(plan).not.toMatch(/Seq Scan|SCAN/)
  })

  it('has its searches deleted, and no other note is read', async () => {
    const db = await openTestDatabase(engine)
    const { id: studentId } = await insertTestUser(db)
    const write = (action: 'search_students' | 'warn', note: string) =>
      writeLog(db, { action, actorId: studentId, studentId, note }, 0)
    for (const email of emails) await write('search_students', email)
    await write('warn', 'a@x.ca')
    const plan = await explain(db, (tx) =>
      deleteSearchesOf(tx, { email: 'a+3@x.ca', lastName: '' }),
    )
    expect(plan).toContain('moderation_log_by_action')
    expect(plan).not.toMatch(/Seq Scan|SCAN/)
    const left = await db.all<{ note: string }>(
      sql`SELECT note FROM moderation_notes ORDER BY log_id`,
    )
    const others = emails.filter((email) => !sharing('a@x.ca').includes(email))
    expect(left.map(({ note }) => note)).toEqual([...others, 'a@x.ca'])
  })
})
