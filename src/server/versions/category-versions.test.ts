import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { perCategory } from '#categories/index.ts'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import type { Db } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import { openSqlite } from '../database/sqlite.ts'
import { bumpCategoryVersion, createCategoryVersions, readVersions } from './category-versions.ts'

const bump = (db: Db) => db.transaction((tx) => bumpCategoryVersion(tx, 'misc'))

it('versions on SQLite are as new as the last commit, of this process or another', async () => {
  const { DATA_DIR } = await testDatabaseSettings('sqlite')
  const [here, there] = [1, 2].map(() => openSqlite(join(DATA_DIR, 'quad.db')))
  if (!here || !there) throw new Error('not opened')
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
  })
  await migrate(here)
  const versions = createCategoryVersions(here)
  for (const [index, writer] of [here, there, here, there].entries()) {
    expect((await versions.read()).misc).toBe(index)
    await bump(writer)
    expect((await versions.read()).misc).toBe(index + 1)
  }
})

describe('versions on PostgreSQL', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(1000)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Sets up versions on a mock. `all` answers in place of the database, so that tests can order answers and commits. */
  function setUp() {
    const table = { ...perCategory(() => 0), misc: 1 }
    const all = vi.fn(async () => [{ ...table }])
    const versions = createCategoryVersions({ dialect: 'postgres', all } as unknown as Db)
    const misc = async () => (await versions.read()).misc
    return { table, all, versions, misc }
  }

  it('are read at most twice a second, by all requests together', async () => {
    const { all, versions, misc } = setUp()
    expect(await Promise.all([misc(), misc()])).toEqual([1, 1])
    vi.advanceTimersByTime(499)
    await misc()
    expect(all).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await Promise.all([misc(), versions.read()])
    expect(all).toHaveBeenCalledTimes(2)
  })

  it('never change once they were returned', async () => {
    const { versions } = setUp()
    const before = await versions.read()
    versions.expect({ ...perCategory(() => 0), misc: 2 })
    expect(before.misc).toBe(1)
    expect((await versions.read()).misc).toBe(2)
  })

  it('are never older than those that a session look-up has read, even during a read', async () => {
    const { versions, misc } = setUp()
    const reading = misc()
    versions.expect({ ...perCategory(() => 0), misc: 2 })
    expect(await reading).toBe(2)
    versions.expect({ ...perCategory(() => 0), misc: 1 })
    expect(await misc()).toBe(2)
  })

  it('are read anew after a write of this process, even one during a read', async () => {
    const { table, versions, misc } = setUp()
    await misc()
    table.misc = 2
    versions.forget()
    const reading = misc()
    table.misc = 3
    versions.forget()
    expect(await misc()).toBe(3)
    await reading
    vi.advanceTimersByTime(1)
    expect(await misc()).toBe(3)
  })

  it('may fall, as after a restore', async () => {
    const { table, misc } = setUp()
    await misc()
    table.misc = 0
    vi.advanceTimersByTime(500)
    expect(await misc()).toBe(0)
  })

  it('are asked for again after a query that failed', async () => {
    const { all, misc } = setUp()
    all.mockRejectedValueOnce(new Error('down'))
    await expect(misc()).rejects.toThrow('down')
    expect(await misc()).toBe(1)
  })

  it('are those that another process has committed, and no others', async () => {
    vi.useRealTimers()
    const { DATABASE_URL = '' } = await testDatabaseSettings('postgres')
    const [here, there] = [openPostgres(DATABASE_URL), openPostgres(DATABASE_URL)]
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()])
    })
    await migrate(here)
    const versions = createCategoryVersions(here)
    expect((await versions.read()).misc).toBe(0)
    const failing = there.transaction(async (tx) => {
      await bumpCategoryVersion(tx, 'misc')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await bump(there)
    versions.expect(await readVersions(there))
    expect((await versions.read()).misc).toBe(1)
    await bump(there)
    await expect.poll(async () => (await versions.read()).misc).toBe(2)
  })
})
