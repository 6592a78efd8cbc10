import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import {
  createBackupPath,
  openTestSite,
  readPublicResponses,
  seedTestSite,
  type TestSite,
} from '#tests/support/backup-site.ts'
import { engines } from '#tests/support/databases.ts'
import { ada, createClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const enginePairs = engines.flatMap((from) => engines.map((to) => ({ from, to })))

async function backUp(site: TestSite) {
  const path = await createBackupPath()
  await writeBackup({ ...site, path, now: site.clock.now })
  return checkBackup(path)
}

const readEnds = ({ db }: TestSite) =>
  db.all(
    sql`SELECT id, rank, ranked_at, status_changed_at, ends_at FROM listings WHERE id < 7 ORDER BY id`,
  )

const messageTables = ['threads', 'thread_members', 'messages', 'blocks']
const moderationTables = [
  'moderation_log',
  'moderation_notes',
  'reports',
  'restrictions',
  'restriction_keys',
  'appeals',
]

async function readRows({ db }: TestSite, names: string[]) {
  const tables = await readAllTables(db)
  // A backup has them in the order of their keys.
  const rowsOf = (name: string) => tables[name]?.map((row) => JSON.stringify(row)).sort()
  return Object.fromEntries(names.map((name) => [name, rowsOf(name)]))
}

describe.each(enginePairs)(
  'backup on $from, restore on $to',
  { timeout: 60_000 },
  ({ from, to }) => {
    it('restores users, listings, photos and ids', async () => {
      const source = await openTestSite(from)
      const { lastId } = await seedTestSite(source)
      const backup = await backUp(source)

      const target = await openTestSite(to)
      await target.visitor.get('/api/misc?limit=100')
      const { photosMissing } = await restoreBackup({ ...target, backup, overwrite: true })

      expect(photosMissing).toBe(0)
      const responses = await readPublicResponses(target)
      expect(responses).toEqual(await readPublicResponses(source))
      expect(new Set(Object.values(responses).map(({ status }) => status))).toEqual(new Set([200]))
      expect(Object.keys(responses).length).toBeGreaterThan(30)
      // Sessions of both sites have ended.
      expect((await target.ada.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
      const client = createClient(target.app)
      expect(await client.logIn(ada)).toMatchObject({ status: 200, body: { id: 1 } })
      const posted = await client.post('/api/misc', listingInputs.misc)
      expect((posted.body as { id: number }).id).toBe(lastId + 1)
      // Above that of the deleted listing, too.
      expect(await target.db.get(sql`SELECT max(rank) AS rank FROM listings`)).toEqual({
        rank: lastId + 1,
      })
      expect(
        await target.db.all(sql`SELECT id, status FROM listings WHERE status <> 'available'`),
      ).toEqual([{ id: 6, status: 'pending' }])
      expect(await readEnds(target)).toEqual(await readEnds(source))
      const names = [...moderationTables, ...messageTables]
      const tables = await readRows(source, names)
      for (const [table, rows] of Object.entries(tables)) expect(rows, table).not.toEqual([])
      expect(await readRows(target, names)).toEqual(tables)
      await expect(target.db.run(sql`DELETE FROM moderation_log`)).rejects.toThrow('append-only')
      const entry = { action: 'keep', actorId: 1, studentId: 2 } as const
      expect(await writeLog(target.db, entry, 0)).toBe((tables.moderation_log?.length ?? 0) + 1)
      const reply = { body: 'Thank you!' }
      expect(await client.post('/api/threads/1/messages', reply)).toMatchObject({
        status: 201,
        body: { message: { id: (tables.messages?.length ?? 0) + 1 } },
      })
      expect((await client.post('/api/threads/2/messages', reply)).status).toBe(403)
      expect((await client.get('/api/misc?q=lamp&limit=1')).body).toMatchObject({ total: 3 })
    })
  },
)
