import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { dayMs } from '../../durations.ts'
import { openRenewLink } from '../../listings/lifecycle/renew-by-link.ts'
import { writeLog } from '../moderation-log.ts'
import { tellStudent } from './decision-mail.ts'
import { tellReporters } from './report-mail.ts'
import { askIfStillThere } from './still-there-mail.ts'

const now = Date.UTC(2026, 10, 15, 17)
const deps = { appUrl: 'https://quad.example' }

describe.each(anyEngine)('mails of moderation on %s', (engine) => {
  async function open() {
    const db = await openTestDatabase(engine)
    const { id: adaId } = await insertTestUser(db)
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    const listingId = await insertTestListing(db, adaId)
    await db.run(sql`UPDATE listings SET ends_at = ${now + dayMs}`)
    const queued = async () => {
      const rows = await db.all<{ kind: string; user_id: number; payload: string }>(
        sql`SELECT kind, user_id, payload FROM jobs ORDER BY id`,
      )
      return rows.map(({ payload, ...row }) => ({ ...row, ...JSON.parse(payload) }))
    }
    return { db, adaId, bobId, listing: { category: 'misc' as const, id: listingId }, queued }
  }

  it('tell a student of each entry of the log once, also what was removed', async () => {
    const { db, adaId, listing, queued } = await open()
    await db.run(sql`UPDATE listings SET status = 'removed'`)
    const decision = { logId: 1, studentId: adaId, action: 'remove', listing } as const
    for (const logId of [1, 1, 2]) {
      await db.transaction((tx) => tellStudent(tx, deps, { ...decision, logId }, now))
    }
    const mails = await queued()
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail).toMatchObject({ kind: 'mail', user_id: adaId, to: at('ada') })
      expect(mail.text).toContain('Lamp\nRemoved')
      // `listingIds` is not set, because it would keep the email about the removal from being sent.
      expect(mail.listingIds).toBeUndefined()
    }
  })

  it('name what an appeal was against, and a suspension that still runs', async () => {
    const { db, adaId, bobId, queued } = await open()
    await db.run(sql`UPDATE users SET suspended_until = ${now + dayMs} WHERE id = ${adaId}`)
    await db.transaction(async (tx) => {
      const entry = { actorId: bobId, studentId: adaId }
      const ban = await writeLog(tx, { ...entry, action: 'ban' }, now - dayMs)
      const logId = await writeLog(tx, { ...entry, action: 'undo', undoesId: ban }, now)
      await tx.run(sql`
        INSERT INTO appeals (log_id, student_id, token_hash, expires_at, decision, decision_id)
        VALUES (${ban}, ${adaId}, 'hash', ${now}, 'reversed', ${logId})`)
      const decision = { logId, studentId: adaId, action: 'undo', undoes: 'ban' } as const
      await tellStudent(tx, deps, decision, now)
      await tellStudent(tx, deps, { ...decision, logId: ban }, now)
    })
    const [appealed, other] = (await queued()).map(({ text }) => text)
    expect(appealed).toContain('We looked at your appeal')
    expect(appealed).toContain('Nov 16, 2026')
    expect(other).not.toContain('appeal')
  })

  it('tell nobody whose account is gone', async () => {
    const { db, adaId, bobId, queued } = await open()
    await db.run(sql`DELETE FROM users`)
    const report = {
      id: 1,
      reporterId: bobId,
      reason: 'scam',
      listingId: 1,
      category: 'misc',
      threadId: null,
      createdAt: 0,
    } as const
    await db.transaction(async (tx) => {
      await tellStudent(tx, deps, { logId: 1, studentId: adaId, action: 'warn' }, now)
      await tellReporters(tx, deps, [report], 'upheld', now)
    })
    expect(await queued()).toEqual([])
  })

  it('answer each report by itself', async () => {
    const { db, adaId, bobId, queued } = await open()
    const base = { reason: 'scam', threadId: null, createdAt: now } as const
    const report = { ...base, listingId: 7, category: 'misc' } as const
    const reports = [
      { ...report, id: 1, reporterId: bobId },
      { ...report, id: 2, reporterId: adaId },
      { ...report, id: 3, reporterId: bobId, listingId: null, category: null },
    ]
    await db.transaction((tx) => tellReporters(tx, deps, reports, 'rejected', now))
    const mails = await queued()
    expect(mails.map(({ to }) => to)).toEqual([at('ada'), at('bob', 1, 1), at('bob', 1, 1)])
    expect(mails.filter(({ text }) => text.includes('reported a student'))).toHaveLength(1)
  })

  it('ask whether a listing is gone, with a link that renews it', async () => {
    const { db, listing, queued } = await open()
    await db.transaction((tx) => askIfStillThere(tx, deps, listing, now))
    const [mail] = await queued()
    expect(mail).toMatchObject({ to: at('ada'), listingIds: [listing.id] })
    const token = /renew\?token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    const { renewsUntil } = await openRenewLink(db, token, now, {})
    expect(Date.parse(renewsUntil ?? '')).toBeGreaterThan(now + dayMs)
  })

  it('ask without the link where a renewal would not move the end', async () => {
    const { db, listing, queued } = await open()
    await db.run(sql`UPDATE listings SET ends_at = ${now + 365 * dayMs}`)
    await db.transaction((tx) => askIfStillThere(tx, deps, listing, now))
    expect((await queued()).map(({ text }) => text.includes('/renew'))).toEqual([false])
    expect(await db.all(sql`SELECT 1 AS link FROM renew_links`)).toEqual([])
  })
})
