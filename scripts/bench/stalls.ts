import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { categories, publicCategories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { dayMs } from '#server/durations.ts'
import { clockCause, enqueueClock } from '#server/jobs/job-queries.ts'
import { forgetSearchText, recordSearchText } from '#server/listings/search/reindex-listings.ts'
import { sessionCookieName } from '#server/students/sessions/cookies.ts'
import { formatToken } from '#server/students/sessions/session-token.ts'
import { startSession } from '#server/students/sessions/sessions.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { fullSite, type SiteSize } from '../seed/seed-site.ts'
import type { BenchContext } from './bench-context.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { startBenchPostgres } from './postgres-databases.ts'
import { formatVerdict } from './result-tables.ts'
import { copyFullFolder } from './seeded-data.ts'
import { type QuadServer, startQuad } from './servers.ts'
import { createTempFolder } from './temp-folder.ts'

const maxStallMs = 50
const probeMs = 5
/** A statement that takes this long is printed. */
const slowStatementMs = 10
const shownCauses = 8

/** The page for admins and the call behind it, which have a bar of their own. */
const adminPage = `page ${pagePaths.admin}`
const adminCauses = [`GET ${apiPaths.overview}`, adminPage]
const maxAdminMs = 100

const quickSite: SiteSize = { listings: 20_000, students: 10_000, messages: 200_000 }

const engines = ['SQLite', 'PostgreSQL'] as const

const startsWith = (text: string, start: string) =>
  text.toLowerCase().startsWith(start.toLowerCase())

/** Runs every route and every job once on a full site, while a probe polls the health of the process. */
export async function benchStalls(bench: BenchContext): Promise<string> {
  const size = bench.quick ? quickSite : scaleSite(bench.share)
  const tables: string[] = []
  for (const engine of engines) {
    if (engines.some((other) => other !== engine && startsWith(bench.only, other))) continue
    const settings =
      engine === 'SQLite'
        ? { DATA_DIR: await copyFullFolder(size, bench) }
        : {
            DATA_DIR: await createTempFolder(bench),
            DATABASE_URL: await (await startBenchPostgres(bench)).createFull(size),
          }
    tables.push(await measure(bench, engine, settings))
  }
  const counts = Object.entries(size).map(
    ([name, count]) => `${count.toLocaleString('en-CA')} ${name}`,
  )
  return `${tables.join('\n\n')}

With ${counts.join(', ')}. A probe asks for \`/api/health\` every ${probeMs} ms; a stall is the longest time that one of its requests took. Each cause ran once.`
}

const scaleSite = (share: number): SiteSize => ({
  listings: Math.round(fullSite.listings * share),
  students: Math.round(fullSite.students * share),
  messages: Math.round(fullSite.messages * share),
})

interface Stall {
  name: string
  stallMs: number
  /** The longest processor time between two turns of the event loop. */
  cpuMs: number
  /** The time of the slowest statement on SQLite. */
  statementMs: number
  seconds: number
  note: string
}

interface Cause {
  name: string
  run: () => Promise<unknown>
}

async function measure(
  bench: BenchContext,
  engine: string,
  settings: { DATA_DIR: string; DATABASE_URL?: string },
): Promise<string> {
  const db = await openDatabase(settings)
  bench.stack.defer(() => db.close())
  const clocks = (await readClocks(bench)).filter(
    // Without a bucket, a server on PostgreSQL makes no backups.
    (kind) => db.dialect === 'sqlite' || kind !== 'daily-backup',
  )
  // This file runs the jobs itself, so the server must not run all of them at startup.
  for (const kind of clocks) await enqueueClock(db, kind, Date.now() + 365 * dayMs, Date.now())
  // The search text of a filled site is up to date. Without this, its server would rebuild a million at the start.
  await recordSearchText(db)
  const server = await startQuad(bench, { ...settings, ...withDelays })
  await postponeClocks(db)
  const probe = startProbe(server.url)
  bench.stack.defer(probe.stop)
  const stalls: Stall[] = []
  // The start of the server counts for no cause.
  await readDelay(server)
  const measureCause = async ({ name, run }: Cause) => {
    if (!`${engine}: ${name}`.toLowerCase().includes(bench.only.toLowerCase())) return
    probe.takeLongest()
    const started = performance.now()
    const note = await run().then(String, (error: Error) => error.message)
    const seconds = (performance.now() - started) / 1_000
    const { cpuMs, statementMs, statement } = await readDelay(server)
    // The probe's next request notices a stall at the very end.
    await pause(4 * probeMs)
    const stallMs = probe.takeLongest()
    stalls.push({ name, stallMs, cpuMs, statementMs, seconds, note })
    bench.log(
      `${engine}: ${name}: ${stallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} of the processor (${note})`,
    )
    // A long turn without a slow statement is many short ones, or the code between them. A slow COMMIT copies the log of
    // changes into the database.
    if (statementMs >= slowStatementMs) bench.log(`  ${statementMs.toFixed(0)} ms: ${statement}`)
  }
  // The list of routes is read from the description, which is made for the first request.
  const description = '/api/openapi.json'
  await measureCause({ name: `GET ${description}`, run: askFor(server.url + description) })
  for (const cause of await routeCauses(server.url, db)) {
    const times = adminCauses.includes(cause.name) ? 4 : 1
    for (let time = 0; time < times; time++) await measureCause(cause)
  }
  for (const cause of jobCauses(db, clocks)) await measureCause(cause)
  probe.stop()
  await server.stop()
  const longest = stalls.toSorted((a, b) => b.stallMs - a.stallMs)
  const rows = longest
    .slice(0, shownCauses)
    .map(({ name, note, ...figures }) => [
      name,
      figures.stallMs.toFixed(0),
      figures.cpuMs.toFixed(0),
      figures.statementMs.toFixed(0),
      figures.seconds.toFixed(2),
      note,
    ])
  const worst = longest[0]?.stallMs ?? Number.NaN
  return `${formatMarkdownTable([`${engine}: cause`, 'stall in ms', 'processor ms', 'slowest statement', 'took s', 'answer'], rows)}

${describeAdminPage(engine, stalls)}

${engine}: ${stalls.length} causes, longest stall ${worst.toFixed(0)} ms, bar ≤ ${maxStallMs} ms ${formatVerdict(worst <= maxStallMs)}`
}

/** Says how long the page for admins and its call took, whatever they held up. The first time prepares statements. */
const describeAdminPage = (engine: string, stalls: readonly Stall[]) =>
  adminCauses
    .map((cause) => stalls.filter(({ name }) => name === cause))
    .filter((asked) => asked.length > 0)
    .map((asked) => {
      const all = asked.map(({ seconds }) => 1_000 * seconds)
      const ms = Math.max(...all.slice(1))
      const isGood = asked.every(({ note }) => note === '200') && ms <= maxAdminMs
      return `${engine}: ${asked[0]?.name} took ${all.map((each) => each.toFixed(0)).join(', ')} ms, bar after the first ≤ ${maxAdminMs} ms ${formatVerdict(isGood)}`
    })
    .join('\n\n')

const withDelays = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'event-loop-delay.ts')}`,
}

const printedDelay =
  /longest delay [\d.]+ ms, processor ([\d.]+) ms, slowest statement ([\d.]+) ms: (.*)\n/

/** Reads the delay from event-loop-delay.ts, which is preloaded into the server. */
async function readDelay({ pid, output }: QuadServer) {
  const offset = output().length
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 1_000; tries++) {
    const [, cpuMs, statementMs, statement] = printedDelay.exec(output().slice(offset)) ?? []
    if (cpuMs) return { cpuMs: Number(cpuMs), statementMs: Number(statementMs), statement }
    await pause(probeMs)
  }
  return { cpuMs: Number.NaN, statementMs: Number.NaN, statement: '' }
}

/** Sends one request at a time on its own connection, so that a long stall is counted once. */
function startProbe(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longest = 0
  let isWaiting = false
  const ask = () => {
    if (isWaiting) return
    isWaiting = true
    const started = performance.now()
    const end = () => {
      isWaiting = false
      longest = Math.max(longest, performance.now() - started)
    }
    // A request that fails counts, too: it took as long.
    request(`${url}/api/health`, { agent }, (response) => response.resume().on('end', end))
      .on('error', end)
      .end()
  }
  const timer = setInterval(ask, probeMs)
  return {
    takeLongest() {
      const value = longest
      longest = 0
      return value
    },
    stop() {
      clearInterval(timer)
      agent.destroy()
    },
  }
}

const parameterValues: Record<string, string> = {
  file: 'full-1.webp',
  token: 'x',
  isbn: '9783319110790',
}

/** Returns a function that makes a request and returns its status. */
const askFor = (url: string, init?: RequestInit) => async () => {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/** Returns every documented route as a student and as an admin, and the pages. */
async function routeCauses(url: string, db: Db): Promise<Cause[]> {
  const seller = await db.get<{ id: number }>(sql`
    SELECT seller_id AS id FROM listings GROUP BY seller_id ORDER BY COUNT(*) DESC LIMIT 1`)
  // The settings ask whether a student who is no sample has a listing. A real site has few listings of samples, and here
  // nearly all are.
  await db.run(sql`
    UPDATE users SET is_sample = 0 WHERE id IN (${seller?.id}, (SELECT MIN(seller_id) FROM listings))`)
  const buyer = await db.get<{ id: number }>(
    sql`SELECT id FROM users WHERE email = 'full-2@uwaterloo.ca'`,
  )
  const admin = await db.get<{ id: number }>(
    sql`SELECT id FROM users WHERE email = 'full-3@uwaterloo.ca'`,
  )
  await db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${admin?.id}`)
  // Without a second factor, the routes of moderators and admins answer 403.
  await db.run(sql`
    INSERT INTO authenticators (user_id, secret, added_at) VALUES (${admin?.id}, 'a secret', 0)
    ON CONFLICT DO NOTHING`)
  const cookies = {
    seller: await cookieOf(db, seller?.id ?? 0),
    buyer: await cookieOf(db, buyer?.id ?? 0),
    admin: await cookieOf(db, admin?.id ?? 0),
  }
  await db.run(
    sql`UPDATE sessions SET second_factor_at = ${Date.now()} WHERE user_id = ${admin?.id}`,
  )
  const newest: Record<string, number> = {}
  for (const { id, path } of categories) {
    const row = await db.get<{ id: number }>(sql`
      SELECT id FROM listings WHERE listed AND category = ${id} ORDER BY rank DESC LIMIT 1`)
    newest[path] = row?.id ?? 0
  }
  const thread = await db.get<{ id: number }>(sql`
    SELECT MAX(thread_id) AS id FROM thread_members WHERE user_id = ${buyer?.id}`)
  const ask = (path: string, cookie = '', init: RequestInit = {}) =>
    askFor(url + path, { ...init, headers: { ...init.headers, cookie } })
  const send = (method: string, path: string, body: unknown, cookie = cookies.buyer) => ({
    name: `${method} ${path}`,
    run: ask(path, cookie, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const fill = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name !== 'id') return parameterValues[name] ?? '1'
      if (path.startsWith('/api/threads')) return String(thread?.id)
      if (path.includes('/users/') || path.includes('/students/')) return String(seller?.id)
      const category = categories.find((each) => path.includes(`/${each.path}/`))
      return String(category ? newest[category.path] : 1)
    })
  const documented: { paths: Record<string, Record<string, unknown>> } = await (
    await fetch(`${url}/api/openapi.json`)
  ).json()
  const reads = Object.entries(documented.paths)
    .filter(([path, methods]) => 'get' in methods && path !== '/api/auth/logout')
    .flatMap(([path]) => [
      { name: `GET ${path}`, run: ask(fill(path), cookies.admin) },
      { name: `GET ${path} (seller)`, run: ask(fill(path), cookies.seller) },
    ])
  const pages = [
    '/',
    '/search?q=room',
    '/saved',
    '/messages',
    '/dashboard',
    '/account',
    '/moderation',
  ]
  const filters = ['q=room', 'q=zzzz', 'order=price', 'max_price=900&q=sunny', 'q=linear%20algebra']
  const lists = publicCategories.flatMap(({ path }) => [
    ...filters.map((filter) => `/api/${path}?${filter}`),
    `/${path}`,
    `/${path}/${newest[path]}`,
  ])
  const { misc } = listingInputs
  const item = newest.misc ?? 0
  return [
    ...reads,
    ...pages.map((path) => ({ name: `page ${path}`, run: ask(path, cookies.seller) })),
    { name: adminPage, run: ask(pagePaths.admin, cookies.admin) },
    ...lists.map((path) => ({ name: path, run: ask(path) })),
    { name: 'GET /sitemap.xml', run: ask('/sitemap.xml') },
    ...publicCategories
      .flatMap(({ path }) => [1, 20].map((number) => `/sitemap-${path}-${number}.xml`))
      .map((path) => ({ name: `GET ${path}`, run: ask(path) })),
    { name: 'GET /api/metrics', run: ask('/api/metrics') },
    ...['full-7@uwaterloo.ca', 'Sam', 'tester 9'].map((q) => ({
      name: `students by "${q}"`,
      run: ask(`/api/moderation/students?${new URLSearchParams({ q })}`, cookies.admin),
    })),
    send('POST', apiPaths.list('misc'), misc),
    send('POST', apiPaths.listingMessages('misc', item), { body: 'Is it still there?' }),
    send('PUT', apiPaths.favourite('misc', item), undefined),
    send('POST', apiPaths.savedSearches, { category: 'rental', query: 'max_price=777' }),
    send('POST', apiPaths.report('misc', item), { reason: 'scam', note: '' }),
    send('PUT', `/api/users/${seller?.id}/block`, undefined),
    send('DELETE', `/api/users/${seller?.id}/block`, undefined),
    send('PATCH', '/api/users/me', { firstName: 'Renamed' }, cookies.seller),
    send('POST', '/api/auth/login', {
      email: 'full-9@uwaterloo.ca',
      password: 'wrong password 1!',
    }),
    send('POST', '/api/auth/reset-password', { email: 'full-9@uwaterloo.ca' }),
    send(
      'POST',
      `/api/moderation/students/${buyer?.id}/decisions`,
      {
        action: 'suspend',
        reason: 'scam',
        days: 7,
        note: '',
        seen: await lastDecision(db, buyer?.id),
      },
      cookies.admin,
    ),
    send(
      'POST',
      `/api/moderation/students/${seller?.id}/decisions`,
      {
        action: 'ban',
        reason: 'scam',
        note: '',
        seen: await lastDecision(db, seller?.id),
      },
      cookies.admin,
    ),
  ]
}

/** Returns the newest decision. A new decision must name the newest one that the moderator has seen. */
async function lastDecision(db: Db, studentId: number | undefined): Promise<number | null> {
  const row = await db.get<{ id: number | null }>(sql`
    SELECT MAX(id) AS id FROM moderation_log WHERE student_id = ${studentId}`)
  return row?.id ?? null
}

async function cookieOf(db: Db, studentId: number): Promise<string> {
  const { token } = await startSession(db, { studentId, device: null, now: Date.now() })
  return `${sessionCookieName('http://localhost')}=${formatToken(token)}`
}

/** Reads the kinds of jobs that run on a clock. A server writes them into a new database. */
async function readClocks(bench: BenchContext): Promise<string[]> {
  const settings = { DATA_DIR: await createTempFolder(bench) }
  const server = await startQuad(bench, settings)
  await server.stop()
  const db = await openDatabase(settings)
  const kinds = await db.all<{ kind: string }>(sql`SELECT DISTINCT kind FROM jobs ORDER BY kind`)
  await db.close()
  return kinds.map(({ kind }) => kind)
}

/** These may not end in time. They are the last, so that no other job is measured beside one. */
const longKinds = ['expired-row-cleanup', 'daily-backup', 'saved-mails-daily', 'reindex']

/** Makes each job due and waits for it. */
const jobCauses = (db: Db, kinds: string[]): Cause[] =>
  [
    ...kinds.filter((kind) => !longKinds.includes(kind)),
    ...longKinds.filter((kind) => kinds.includes(kind)),
  ].map((kind) => ({ name: `job ${kind}`, run: () => runJobNow(db, kind) }))

const maxJobMs = 10 * 60_000

/**
 * Waits for the jobs that run right after the start, postpones all, and drops the emails they want to send. A starting
 * server brings clocks forward, in case the system's clock was wrong before.
 */
async function postponeClocks(db: Db) {
  const started = Date.now()
  const runAt = started + 365 * dayMs
  let isRunning = true
  while (isRunning && Date.now() - started < maxJobMs) {
    await db.run(sql`
      UPDATE jobs SET run_at = ${runAt} WHERE state = 'waiting' AND cause = ${clockCause}`)
    await db.run(sql`DELETE FROM jobs WHERE state = 'waiting' AND cause <> ${clockCause}`)
    await pause(1_000)
    isRunning = Boolean(await db.get(sql`SELECT 1 FROM jobs WHERE state = 'running'`))
  }
}

async function runJobNow(db: Db, kind: string): Promise<string> {
  const started = Date.now()
  if (kind === 'reindex') await forgetSearchText(db)
  await db.run(sql`UPDATE jobs SET run_at = ${started} WHERE kind = ${kind} AND state = 'waiting'`)
  while (Date.now() - started < maxJobMs) {
    await pause(100)
    const unfinished = await db.get(sql`
      SELECT 1 FROM jobs WHERE kind = ${kind}
        AND (state = 'running' OR (state = 'waiting' AND run_at <= ${started}))`)
    if (!unfinished) return 'ran'
  }
  return 'did not end'
}
