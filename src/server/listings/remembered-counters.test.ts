import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import type { Db, Listener } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import { createListingCounters, raiseListingCounter } from './listing-counter.ts'
import { rememberedCounters } from './remembered-counters.ts'

describe('counters in memory', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const name = 'listings:misc'

  /** What a listening connection would tell, told by the test. */
  function remember() {
    const table = { [name]: 1 }
    let ear: Listener | undefined
    const counters = rememberedCounters({
      listen: (_channel, listener) => {
        ear = listener
      },
    })
    counters.value(name)
    if (!ear) throw new Error('nobody listens')
    const listener = ear
    const all = async () => Object.entries(table).map(([key, value]) => ({ name: key, value }))
    const check = (meanwhile = () => {}) => {
      const checked = listener.check({ all: () => all() as Promise<never[]> })
      meanwhile()
      return checked
    }
    return { table, listener, check, value: () => counters.value(name), counters }
  }

  it('are not known before the first check, and those without a row are 0', async () => {
    const { value, check, counters } = remember()
    expect(value()).toBeUndefined()
    await check()
    expect(value()).toBe(1)
    expect(counters.value('listings:rental')).toBe(0)
  })

  it('are trusted for less than a second after a check was asked for', async () => {
    const { value, check } = remember()
    await check()
    vi.advanceTimersByTime(899)
    expect(value()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(value()).toBeUndefined()
  })

  it('count the time that the answer to a check takes', async () => {
    const { value, check } = remember()
    const checked = check()
    vi.advanceTimersByTime(900)
    await checked
    expect(value()).toBeUndefined()
  })

  it('follow what is announced', async () => {
    const { value, check, listener } = remember()
    await check()
    listener.heard(`${name} 2`)
    expect(value()).toBe(2)
  })

  it('are not taken from a check during which something was announced', async () => {
    const { value, check, listener } = remember()
    await check()
    await check(() => listener.heard(`${name} 2`))
    expect(value()).toBe(2)
  })

  it('are not known from a commit of this process until it was heard', async () => {
    const { value, check, listener } = remember()
    await check()
    listener.committedHere(`${name} 3`)
    expect(value()).toBeUndefined()
    listener.heard(`${name} 2`)
    expect(value()).toBeUndefined()
    listener.heard(`${name} 3`)
    expect(value()).toBe(3)
  })

  it('are never older than what the database was found to say', async () => {
    const { value, check, counters, listener } = remember()
    await check()
    counters.asking()({ name, value: 1 })
    expect(value()).toBe(1)
    await check(() => counters.asking()({ name, value: 2 }))
    expect(value()).toBeUndefined()
    listener.heard(`${name} 2`)
    expect(value()).toBe(2)
  })

  it('are forgotten with the connection, and taken as they are from the next, lower too', async () => {
    const { table, value, check, listener } = remember()
    listener.heard(`${name} 7`)
    await check()
    listener.lost()
    expect(value()).toBeUndefined()
    table[name] = 0
    await check()
    expect(value()).toBe(0)
  })
})

describe('counters of two processes on PostgreSQL', () => {
  async function twoProcesses() {
    const { DATABASE_URL = '' } = await testDatabaseSettings('postgres')
    const [here, there] = [openPostgres(DATABASE_URL), openPostgres(DATABASE_URL)]
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()])
    })
    await migrate(here)
    let questions = 0
    const counted: Db = {
      ...there,
      get: (query) => {
        questions += 1
        return there.get(query)
      },
    }
    const counters = createListingCounters(counted)
    const read = (fresh = false) => counters.read('misc', { fresh })
    /** Answers from memory: how many questions a read costs the database. */
    const costOfRead = async () => {
      const before = questions
      await read()
      return questions - before
    }
    const untilRemembered = () => expect.poll(costOfRead, { timeout: 15_000 }).toBe(0)
    const raise = () => here.transaction((tx) => raiseListingCounter(tx, 'misc'))
    return { here, raise, read, untilRemembered, questions: () => questions }
  }

  it('are told, not asked for', async () => {
    const { raise, read, untilRemembered } = await twoProcesses()
    await untilRemembered()
    for (let value = 1; value <= 3; value += 1) {
      await raise()
      await expect.poll(() => read(), { timeout: 15_000 }).toBe(value)
    }
    await untilRemembered()
    expect(await read()).toBe(3)
  })

  it('are asked for where an author expects their own change', async () => {
    const { raise, read, untilRemembered, questions } = await twoProcesses()
    await untilRemembered()
    const before = questions()
    await raise()
    expect(await read(true)).toBe(1)
    expect(questions()).toBe(before + 1)
  })

  it('are right again after their connection was ended', async () => {
    const { here, raise, read, untilRemembered } = await twoProcesses()
    await untilRemembered()
    await here.all(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    await raise()
    await expect.poll(() => read(), { timeout: 15_000 }).toBe(1)
    await untilRemembered()
    await raise()
    await expect.poll(() => read(), { timeout: 15_000 }).toBe(2)
  })

  it('say nothing of a change that was rolled back', async () => {
    const { here, raise, read, untilRemembered } = await twoProcesses()
    await untilRemembered()
    const failing = here.transaction(async (tx) => {
      await raiseListingCounter(tx, 'misc')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await raise()
    await expect.poll(() => read(), { timeout: 15_000 }).toBe(1)
  })
})
