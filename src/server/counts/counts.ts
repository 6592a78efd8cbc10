import type { FastifyBaseLogger } from 'fastify'
import sql, { bulk } from 'sql-template-tag'
import { campusDayNumber } from '#format/campus-date.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { hourMs, secondMs } from '../durations.ts'

/** What is counted by email domain and day. No address is stored. */
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
}

export type Counts = ReturnType<typeof createCounts>

/**
 * Counts in memory and writes every few seconds, so that counting costs a request no write and takes no lock. A process
 * that is killed loses the last seconds.
 */
export function createCounts({ db, now, log }: CountsDeps) {
  const dayCounts = new Map<string, [day: number, name: string, label: string, count: number]>()
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
    const [days, hours] = [[...dayCounts], [...errors]]
    if (days.length + hours.length === 0) return
    dayCounts.clear()
    errors.clear()
    try {
      await db.transaction(async (tx) => {
        await addDayCounts(
          tx,
          days.map(([, row]) => row),
        )
        await addErrors(
          tx,
          hours.map(([, row]) => row),
        )
      })
    } catch (error) {
      log.warn({ err: error }, 'counts not written')
      for (const [key, row] of days) count(dayCounts, key, () => withCount(row, 0), row[3])
      for (const [key, row] of hours) count(errors, key, () => withCount(row, 0), row[2])
    }
  }

  return {
    /** Counts something that happened to a mailbox, by its domain. */
    addForMailbox(name: DayCountName, email: string) {
      const label = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
      const day = campusDayNumber(now())
      count(dayCounts, `${day} ${name} ${label}`, () => [day, name, label, 0])
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
