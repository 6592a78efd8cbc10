import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { openDatabase } from './open-database.ts'

it('a database opens while its replica is unreachable', async () => {
  const unreachable = `postgres://quad:secret@127.0.0.1:${await findFreePort()}/quad`
  const settings = await testDatabaseSettings('postgres')
  const db = await openDatabase({ ...settings, DATABASE_REPLICA_URL: unreachable })
  onTestFinished(() => db.close())
  expect(await db.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
  expect(await db.replica?.dbWithVersion('misc', 0)).toBeUndefined()
})

it('a replica that is not in recovery is not used', async () => {
  const settings = await testDatabaseSettings('postgres')
  const db = await openDatabase({ ...settings, DATABASE_REPLICA_URL: settings.DATABASE_URL })
  onTestFinished(() => db.close())
  expect(await db.replica?.dbWithVersion('misc', 0)).toBeUndefined()
})
