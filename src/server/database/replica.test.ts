import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/running-server.ts'
import { openDatabase } from './open-database.ts'

it('is not needed for a start', async () => {
  const nobody = `postgres://quad:secret@127.0.0.1:${await freePort()}/quad`
  const settings = await testDatabaseSettings('postgres')
  const db = await openDatabase({ ...settings, DATABASE_REPLICA_URL: nobody })
  onTestFinished(() => db.close())
  expect(await db.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
  expect(await db.replica?.at('listings:misc', 0)).toBeUndefined()
})

it('is left out when it follows nobody', async () => {
  const settings = await testDatabaseSettings('postgres')
  const db = await openDatabase({ ...settings, DATABASE_REPLICA_URL: settings.DATABASE_URL })
  onTestFinished(() => db.close())
  expect(await db.replica?.at('listings:misc', 0)).toBeUndefined()
})
