import type { FastifyBaseLogger } from 'fastify'
import sql, { bulk } from 'sql-template-tag'
import { campusDayNumber } from '#format/campus-date.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { hourMs, secondMs } from '../durations.ts'

/** What is counted by email domain and day: how many mailboxes, each once a day. No address is stored. */
export type DayCountName = 'codes sent' | 'codes typed' | 'addresses refused'

const flushIntervalMs = 10 * secondMs

/** How many labels wait while the database is unavailable. Further ones are dropped. */
const maxLabels = 1_000

/** How long the counts are kept. */
export const dayCountDays = 90
const errorHours = 48

interface CountsDeps {
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Returns those of the texts that are new on this day, in all processes. It is passed in because it lives in a higher room. */
  findNewToday: (tx: Db, day: number, texts: readonly string[]) => Promise<Set<string>>
}

/** The day, what happened, and the email domain. */
type CountedMailbox = [day: number, name: DayCountName, label: string]

export type Counts = ReturnType<typeof createCounts>

/**
 * Counts in memory and writes every few seconds, so that counting costs a request no write and takes no lock. A process
 * that is killed loses the last seconds.
 */
export function createCounts({ db, now, log, findNewToday }: CountsDeps) {
  const mailboxes = new Map<string, CountedMailbox>()
  const errors = new Map<string, [hour: number, route: string, count: number]>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  function count<Row extends [...unknown[], number]>(
    rows: Map<string, Row>,
    key: string,
    create: () => Row,
    by = 1,
  ) {
    if (!rows.has(key) && rows.size >= maxLabels) return
    const row = rows.getOrInsertComputed(key, create)
    row[row.length - 1] = (row.at(-1) as number) + by
    timer ??= setTimeout(flush, flushIntervalMs).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing ??= write().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function write() {
    const [seen, hours] = [[...mailboxes], [...errors]]
    if (seen.length + hours.length === 0) return
    mailboxes.clear()
    errors.clear()
    try {
      await db.transaction(async (tx) => {
        await addDayCounts(tx, await countNew(tx, new Map(seen)))
        await addErrors(
          tx,
          hours.map(([, row]) => row),
        )
      })
    } catch (error) {
      log.warn({ err: error }, 'counts not written')
      for (const [key, mailbox] of seen) remember(key, mailbox)
      for (const [key, row] of hours) count(errors, key, () => withCount(row, 0), row[2])
    }
  }

  function remember(key: string, mailbox: CountedMailbox) {
    if (mailboxes.size < maxLabels) mailboxes.set(key, mailbox)
    timer ??= setTimeout(flush, flushIntervalMs).unref()
  }

  /** Counts the mailboxes that no process has counted on their day. */
  async function countNew(tx: Db, seen: ReadonlyMap<string, CountedMailbox>) {
    const rows = new Map<string, [...CountedMailbox, count: number]>()
    const byDay = Map.groupBy(seen, ([, [day]]) => day)
    for (const [day, some] of [...byDay].toSorted(([a], [b]) => a - b)) {
      const keys = some.map(([key]) => key)
      for (const key of await findNewToday(tx, day, keys)) {
        const mailbox = seen.get(key)
        if (!mailbox) continue
        const row = rows.getOrInsertComputed(mailbox.join(' '), () => [...mailbox, 0])
        row[3]++
      }
    }
    return [...rows.values()]
  }

  return {
    /** Counts a mailbox to which this happened, by its domain. It counts once a day, so that three are three students. */
    addForMailbox(name: DayCountName, email: string) {
      const address = email.toLowerCase()
      const label = address.slice(address.lastIndexOf('@') + 1)
      const day = campusDayNumber(now())
      remember(`${day} ${name} ${address}`, [day, name, label])
    },
    /** Counts a failed request by its route pattern, which has no ids. */
    addError(route: string) {
      const hour = Math.floor(now() / hourMs)
      count(errors, `${hour} ${route}`, () => [hour, route, 0])
    },
    flush,
    async close() {
      await flush()
      // What was counted while an earlier write went on is written now.
      await flush()
      clearTimeout(timer)
    },
  }
}

const withCount = <Row extends [...unknown[], number]>(row: Row, count: number): Row =>
  [...row.slice(0, -1), count] as unknown as Row

/** Rows are locked in the order of their keys, so that two processes cannot deadlock. */
const inOrder = <Row extends unknown[]>(rows: Row[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

async function addDayCounts(tx: Db, rows: unknown[][]) {
  if (rows.length === 0) return
  await tx.run(sql`
    INSERT INTO day_counts (day, name, label, count) VALUES ${bulk(inOrder(rows))}
    ON CONFLICT (day, name, label) DO UPDATE SET count = day_counts.count + excluded.count`)
}

async function addErrors(tx: Db, rows: unknown[][]) {
  if (rows.length === 0) return
  await tx.run(sql`
    INSERT INTO route_errors (hour, route, count) VALUES ${bulk(inOrder(rows))}
    ON CONFLICT (hour, route) DO UPDATE SET count = route_errors.count + excluded.count`)
}

export interface DayCount {
  day: number
  name: DayCountName
  label: string
  count: number
}

export function findDayCounts(db: Db, firstDay: number): Promise<DayCount[]> {
  return db.all<DayCount>(sql`
    SELECT day, name, label, count FROM day_counts WHERE day >= ${firstDay}
    ORDER BY day, name, label`)
}

/** Counts the failed requests of the last day by route, the most first. */
export function findRouteErrors(db: Db, now: number, limit: number) {
  return db.all<{ route: string; count: number }>(sql`
    SELECT route, sum(count) AS count FROM route_errors
    WHERE hour > ${Math.floor(now / hourMs) - 24}
    GROUP BY route ORDER BY count DESC, route LIMIT ${limit}`)
}

export const countsData: RoomData = {
  tables: {
    day_counts: { key: ['day', 'name', 'label'] },
    route_errors: { notInBackups: 'it is about the last days of the machine' },
  },
  expire: [
    (db, now) =>
      cleanUp(db, {
        table: 'day_counts',
        primaryKey: ['day', 'name', 'label'],
        where: sql`day <= ${campusDayNumber(now) - dayCountDays}`,
      }),
    (db, now) =>
      cleanUp(db, {
        table: 'route_errors',
        primaryKey: ['hour', 'route'],
        where: sql`hour <= ${Math.floor(now / hourMs) - errorHours}`,
      }),
  ],
}
