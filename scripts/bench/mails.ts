import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  enqueueSavedMail,
  loggedSubjects,
  type SavedMailPayload,
} from '#server/saved/mails/saved-mail-payload.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { median, quantile } from './median.ts'
import { startBenchPostgres } from './postgres-databases.ts'
import { formatVerdict } from './result-tables.ts'
import { copySeededFolder } from './seeded-data.ts'
import { startQuad } from './servers.ts'
import { signUpStudent } from './students.ts'
import { createTempFolder } from './temp-folder.ts'

const listings = 20_000
const listingsPerDigest = 5
const students = 20
/** How long the mail server takes for an email. */
const mailServerMs = 100
const maxCodeSeconds = 5
const batchSize = 1_000

/** Measures how long codes take to arrive while many digests wait to be sent. */
export async function benchMails(bench: BenchContext): Promise<string> {
  const digests = bench.quick ? 5_000 : 100_000
  const codes = bench.quick ? 5 : 30
  const postgres = await startBenchPostgres(bench)
  const sites = {
    SQLite: { DATA_DIR: await copySeededFolder(listings, bench) },
    PostgreSQL: {
      DATA_DIR: await createTempFolder(bench),
      DATABASE_URL: await postgres.createSeeded(listings),
    },
  }
  const rows: string[][] = []
  for (const [engine, settings] of Object.entries(sites)) {
    rows.push([engine, ...(await measure(bench, settings, digests, codes))])
  }
  const columns = ['', 'digests sent a second', 'code: median s', 'p90 s', 'longest s', 'bar', '']
  return `${formatMarkdownTable(columns, rows)}

${digests.toLocaleString('en-CA')} emails about saved searches, with ${listingsPerDigest} listings each, are due when the server starts. Meanwhile ${codes} students sign up, one every two seconds.
A code's time is from the request to sign up until the mail server has the email. The mail server takes ${mailServerMs} ms for each email. One process.`
}

async function measure(
  bench: BenchContext,
  settings: { DATA_DIR: string; DATABASE_URL?: string },
  digests: number,
  codes: number,
): Promise<string[]> {
  const db = await openDatabase(settings)
  bench.stack.defer(() => db.close())
  // A site without students would serve its set-up once it has a mail server.
  const before = await startQuad(bench, { ...settings, VERIFY_EMAIL: 'off' })
  const ids: number[] = []
  for (let count = 0; count < students; count++) ids.push((await signUpStudent(before.url)).id)
  await before.stop()
  bench.log(`${digests.toLocaleString('en-CA')} digests…`)
  await enqueueDigests(db, ids, digests)

  const receivedAt = new Map<string, number>()
  const smtp = await startSmtpServer(async ({ to }) => {
    await pause(mailServerMs)
    if (!receivedAt.has(to)) receivedAt.set(to, performance.now())
    received++
  })
  let received = 0
  bench.stack.defer(smtp.stop)
  const server = await startQuad(bench, {
    ...settings,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    VERIFY_EMAIL: 'on',
  })
  await until(() => received > 0)
  const [startedAt, receivedBefore] = [performance.now(), received]
  const seconds: number[] = []
  for (let count = 0; count < codes; count++) {
    const requestedAt = performance.now()
    const { email } = await signUpStudent(server.url)
    await until(() => receivedAt.has(email))
    seconds.push(((receivedAt.get(email) ?? Number.NaN) - requestedAt) / 1_000)
    await pause(2_000 - Math.min(2_000, performance.now() - requestedAt))
  }
  const digestsPerSecond =
    (received - receivedBefore - codes) / ((performance.now() - startedAt) / 1_000)
  if (await hasEnded(db)) throw new BenchError('All digests were sent before the last code.')
  await server.stop()
  await smtp.stop()
  const longest = Math.max(...seconds)
  return [
    digestsPerSecond.toFixed(1),
    median(seconds).toFixed(2),
    quantile(seconds, 0.9).toFixed(2),
    longest.toFixed(2),
    `≤ ${maxCodeSeconds} s`,
    formatVerdict(longest <= maxCodeSeconds),
  ]
}

/** Queues emails about saved searches as the job of the morning does. */
async function enqueueDigests(db: Db, studentIds: number[], digests: number) {
  const now = Date.now()
  const found = await db.all<{ id: number }>(sql`
    SELECT id FROM listings WHERE category = 'rental' AND listed ORDER BY rank DESC LIMIT ${listingsPerDigest}`)
  const listingIds = found.map(({ id }) => id)
  const searchOf = new Map<number, number>()
  for (const studentId of studentIds) {
    const search = await db.get<{ id: number }>(sql`
      INSERT INTO saved_searches (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
      VALUES (${studentId}, 'rental', 'max_price=100000', 'daily', 0, ${now}, ${now}) RETURNING id`)
    searchOf.set(studentId, search?.id ?? 0)
  }
  for (let from = 0; from < digests; from += batchSize) {
    await db.transaction(async (tx) => {
      for (let number = from; number < Math.min(digests, from + batchSize); number++) {
        const userId = studentIds[number % studentIds.length] ?? 0
        const searchId = searchOf.get(userId) ?? 0
        const payload: SavedMailPayload = {
          template: 'saved-news',
          subject: loggedSubjects.found,
          userId,
          found: [{ searchId, listingIds, hasMore: false }],
          favourites: [],
        }
        await enqueueSavedMail(tx, payload, `bench ${number}`, now)
      }
    })
  }
}

async function hasEnded(db: Db): Promise<boolean> {
  const waiting = await db.get(
    sql`SELECT 1 FROM jobs WHERE kind = 'saved-mail' AND state = 'waiting' LIMIT 1`,
  )
  return waiting === undefined
}

async function until(isSo: () => boolean) {
  for (const deadline = performance.now() + 60_000; !isSo(); await pause(5)) {
    if (performance.now() > deadline)
      throw new BenchError('An expected email did not arrive within a minute.')
  }
}
