import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import type { Db, NotificationListener } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import { bumpCategoryVersion, createCategoryVersions } from './category-versions.ts'
import { createVersionListener } from './version-listener.ts'

describe('version listener', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const misc = 'misc'

  /** A listener whose connection is played by the test. */
  function setUp() {
    const table = { [misc]: 1 }
    let registered: NotificationListener | undefined
    const versions = createVersionListener({
      listen: (_channel, listener) => {
        registered = listener
      },
    })
    versions.version(misc)
    if (!registered) throw new Error('no listener was registered')
    const listener = registered
    const all = async () =>
      Object.entries(table).map(([category, version]) => ({ category, version }))
    const poll = (meanwhile = () => {}) => {
      const polled = listener.poll({ all: () => all() as Promise<never[]> })
      meanwhile()
      return polled
    }
    return { table, listener, poll, version: () => versions.version(misc), versions }
  }

  it('knows nothing before the first poll, then 0 for a category without a row', async () => {
    const { version, poll, versions } = setUp()
    expect(version()).toBeUndefined()
    await poll()
    expect(version()).toBe(1)
    expect(versions.version('rental')).toBe(0)
  })

  it('trusts a poll for less than a second', async () => {
    const { version, poll } = setUp()
    await poll()
    vi.advanceTimersByTime(899)
    expect(version()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(version()).toBeUndefined()
  })

  it('counts the age of a poll from when it was sent', async () => {
    const { version, poll } = setUp()
    const polled = poll()
    vi.advanceTimersByTime(900)
    await polled
    expect(version()).toBeUndefined()
  })

  it('follows notifications', async () => {
    const { version, poll, listener } = setUp()
    await poll()
    listener.onNotification(`${misc} 2`)
    expect(version()).toBe(2)
  })

  it('discards a poll during which a notification arrived', async () => {
    const { version, poll, listener } = setUp()
    await poll()
    await poll(() => listener.onNotification(`${misc} 2`))
    expect(version()).toBe(2)
  })

  it('knows nothing between an own commit and its notification', async () => {
    const { version, poll, listener } = setUp()
    await poll()
    listener.onOwnCommit(`${misc} 3`)
    expect(version()).toBeUndefined()
    listener.onNotification(`${misc} 2`)
    expect(version()).toBeUndefined()
    listener.onNotification(`${misc} 3`)
    expect(version()).toBe(3)
  })

  it('never returns a version older than one read from the database', async () => {
    const { version, poll, versions, listener } = setUp()
    await poll()
    versions.expect({ category: misc, version: 1 })
    expect(version()).toBe(1)
    await poll(() => versions.expect({ category: misc, version: 2 }))
    expect(version()).toBeUndefined()
    listener.onNotification(`${misc} 2`)
    expect(version()).toBe(2)
  })

  it('forgets versions with the connection and accepts lower ones from the next', async () => {
    const { table, version, poll, listener } = setUp()
    listener.onNotification(`${misc} 7`)
    await poll()
    listener.onDisconnect()
    expect(version()).toBeUndefined()
    table[misc] = 0
    await poll()
    expect(version()).toBe(0)
  })
})

describe('category versions of two processes on PostgreSQL', () => {
  async function twoProcesses() {
    const { DATABASE_URL = '' } = await testDatabaseSettings('postgres')
    const [here, there] = [openPostgres(DATABASE_URL), openPostgres(DATABASE_URL)]
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()])
    })
    await migrate(here)
    let queries = 0
    const counted: Db = {
      ...there,
      get: (query) => {
        queries += 1
        return there.get(query)
      },
    }
    const versions = createCategoryVersions(counted)
    const read = (fresh = false) => versions.read('misc', { fresh })
    /** How many database queries a read takes: none when it is in memory. */
    const queriesOfRead = async () => {
      const before = queries
      await read()
      return queries - before
    }
    const untilInMemory = () => expect.poll(queriesOfRead, { timeout: 15_000 }).toBe(0)
    const bump = () => here.transaction((tx) => bumpCategoryVersion(tx, 'misc'))
    return { here, bump, read, untilInMemory, queries: () => queries }
  }

  it('arrive by notification, without queries', async () => {
    const { bump, read, untilInMemory } = await twoProcesses()
    await untilInMemory()
    for (let value = 1; value <= 3; value += 1) {
      await bump()
      await expect.poll(() => read(), { timeout: 15_000 }).toBe(value)
    }
    await untilInMemory()
    expect(await read()).toBe(3)
  })

  it('are read from the database when fresh', async () => {
    const { bump, read, untilInMemory, queries } = await twoProcesses()
    await untilInMemory()
    const before = queries()
    await bump()
    expect(await read(true)).toBe(1)
    expect(queries()).toBe(before + 1)
  })

  it('are correct again after the connection was terminated', async () => {
    const { here, bump, read, untilInMemory } = await twoProcesses()
    await untilInMemory()
    await here.all(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    await bump()
    await expect.poll(() => read(), { timeout: 15_000 }).toBe(1)
    await untilInMemory()
    await bump()
    await expect.poll(() => read(), { timeout: 15_000 }).toBe(2)
  })

  it('do not change when a transaction rolls back', async () => {
    const { here, bump, read, untilInMemory } = await twoProcesses()
    await untilInMemory()
    const failing = here.transaction(async (tx) => {
      await bumpCategoryVersion(tx, 'misc')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await bump()
    await expect.poll(() => read(), { timeout: 15_000 }).toBe(1)
  })
})
