import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import type { Db, NotificationListener } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import { bumpCategoryVersion, createCategoryVersions } from './category-versions.ts'
import { createVersionListener } from './version-listener.ts'
import { readVersions } from './version-queries.ts'

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
    const table = { rental: 0, textbook: 0, misc: 1 }
    let registered: NotificationListener | undefined
    const versions = createVersionListener({
      listen: (_channel, listener) => {
        registered = listener
        return async () => undefined
      },
    })
    versions.versions()
    if (!registered) throw new Error('no listener was registered')
    const listener = registered
    const poll = (meanwhile = () => {}) => {
      const polled = listener.poll({ all: async () => [{ ...table }] as never[] })
      meanwhile()
      return polled
    }
    return { table, listener, poll, version: () => versions.versions()?.misc, versions }
  }

  it('knows nothing before the first poll', async () => {
    const { version, poll, listener } = setUp()
    expect(version()).toBeUndefined()
    listener.onNotification(`${misc} 1`)
    expect(version()).toBeUndefined()
    await poll()
    expect(version()).toBe(1)
  })

  it('never changes versions that it has returned', async () => {
    const { versions, poll, listener } = setUp()
    await poll()
    const before = versions.versions()
    listener.onNotification(`${misc} 2`)
    expect(before).toEqual({ rental: 0, textbook: 0, misc: 1 })
    expect(versions.versions()).toEqual({ rental: 0, textbook: 0, misc: 2 })
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
    versions.expect({ rental: 0, textbook: 0, misc: 1 })
    expect(version()).toBe(1)
    await poll(() => versions.expect({ rental: 0, textbook: 0, misc: 2 }))
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
    table.misc = 0
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
      all: (query) => {
        queries += 1
        return there.all(query)
      },
    }
    const versions = createCategoryVersions(counted)
    const read = async () => (await versions.read()).misc
    /** How many database queries a read takes: none when it is in memory. */
    const queriesOfRead = async () => {
      const before = queries
      await read()
      return queries - before
    }
    const untilInMemory = () => expect.poll(queriesOfRead, { timeout: 15_000 }).toBe(0)
    const bump = () => here.transaction((tx) => bumpCategoryVersion(tx, 'misc'))
    return { here, there, bump, read, untilInMemory, versions }
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

  it('are never older than those that a session look-up has read', async () => {
    const { there, bump, read, untilInMemory, versions } = await twoProcesses()
    await untilInMemory()
    for (let value = 1; value <= 20; value += 1) {
      await bump()
      versions.expect(await readVersions(there))
      expect(await read()).toBe(value)
    }
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
