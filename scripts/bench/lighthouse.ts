import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { ensureInstalled } from '../install/install.mjs'
import { createBrowserLookup } from '../testing/browser-lookup.ts'
import { findBrowser } from '../testing/find-browser.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import {
  findAuditError,
  type LighthouseReport,
  type LighthouseVisit,
  parseLighthouseReport,
  scoredCategories,
} from './lighthouse-report.ts'
import { LighthouseRunError, readFailure, repeatFailedRuns } from './lighthouse-runs.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { median } from './median.ts'
import { formatVerdict } from './result-tables.ts'
import { startQuad } from './servers.ts'
import { createTempFolder } from './temp-folder.ts'

const lighthouseFolder = resolve(import.meta.dirname, '../lighthouse')
const chromeFlags = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
].join(' ')
const minPerformance = 98
const maxKilobytesBeforePaint = 1

/** Runs Lighthouse in its mobile profile on the public pages, with the sample listings. */
export async function benchLighthouse(bench: BenchContext): Promise<string> {
  const { quick, only, compare, stack, log } = bench
  if ((await ensureInstalled(lighthouseFolder)) !== 'ready')
    throw new BenchError('Lighthouse could not be installed.')
  const browser = await findFullBrowser(log)
  const server = await startQuad(bench, { DEMO: '1', DATA_DIR: await createTempFolder(bench) })
  const folder = await createTempFolder(bench)

  const pages = [
    ...(await listPages(server.url)),
    ...(compare ? await listPages(compare, ` at ${compare}`) : []),
  ]
  const rounds = quick ? 1 : 5
  const pageVisits = pages
    .filter(({ name }) => name.includes(only))
    .map((page) => ({ ...page, visits: [] as LighthouseVisit[] }))
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, visits } of pageVisits) {
      const visit = await repeatFailedRuns(name, log, () =>
        runLighthouse(stack, { browser, url, folder }),
      )
      visits.push(visit)
      const failed = visit.failedAudits.join('; ') || 'no failed audits'
      log(`${name}: ${visit.scores.join(' ')}, ${failed}`)
    }
  }
  const rows = await Promise.all(pageVisits.map(({ name, visits }) => formatRow(name, visits)))
  return `${formatMarkdownTable(columns, rows)}

Medians of ${rounds}, Lighthouse's mobile profile (slow 4G, processor slowed four times). The bar: performance of at least ${minPerformance}, 100 in the
others, at most ${maxKilobytesBeforePaint} KB of script requested before the first paint (gzip), CLS 0, nothing from another host.`
}

const columns = [
  'page',
  ...scoredCategories,
  'LCP',
  'TBT',
  'CLS',
  'script before paint',
  'after',
  'requests',
  'bytes',
  'other hosts',
  'bar',
]

async function formatRow(name: string, visits: LighthouseVisit[]): Promise<string[]> {
  const medianOf = (getValue: (visit: LighthouseVisit) => number) => median(visits.map(getValue))
  const scores = scoredCategories.map((_, index) => medianOf(({ scores }) => scores[index] ?? 0))
  const shift = medianOf(({ layoutShift }) => layoutShift)
  const before = new Set(visits.flatMap(({ scriptsBeforePaint }) => scriptsBeforePaint))
  const after = new Set(visits.flatMap(({ scripts }) => scripts)).difference(before)
  const kilobytesBefore = await sumGzippedKilobytes([...before])
  const kilobytesAfter = await sumGzippedKilobytes([...after])
  const hosts = new Set(visits.flatMap(({ otherHosts }) => otherHosts))
  const meetsBar =
    scores.every((score, index) => score >= minScore(scoredCategories[index])) &&
    shift === 0 &&
    kilobytesBefore <= maxKilobytesBeforePaint &&
    hosts.size === 0
  return [
    name,
    ...scores.map(String),
    `${(medianOf(({ largestPaintMs }) => largestPaintMs) / 1000).toFixed(2)} s`,
    `${medianOf(({ blockingMs }) => blockingMs).toFixed(0)} ms`,
    shift.toFixed(3),
    `${kilobytesBefore.toFixed(1)} KB`,
    `${kilobytesAfter.toFixed(1)} KB`,
    String(medianOf(({ requests }) => requests)),
    `${(medianOf(({ bytes }) => bytes) / 1000).toFixed(0)} KB`,
    [...hosts].join(', ') || '0',
    formatVerdict(meetsBar),
  ]
}

const minScore = (category?: string) => (category === 'performance' ? minPerformance : 100)

async function sumGzippedKilobytes(urls: string[]): Promise<number> {
  let sum = 0
  for (const url of urls) {
    const response = await fetch(url)
    sum += gzipSync(await response.arrayBuffer(), { level: 9 }).length
  }
  return sum / 1000
}

/** Prefers a full browser, because Lighthouse needs features that the headless shell lacks. */
async function findFullBrowser(log: BenchContext['log']): Promise<string> {
  const lookup = createBrowserLookup()
  const isShell = (path: string) => Number(path.includes('shell'))
  const listInstalled = () => lookup.listInstalled().toSorted((a, b) => isShell(a) - isShell(b))
  const browser = await findBrowser({ ...lookup, listInstalled }, log)
  if (!browser) throw new BenchError('Lighthouse needs a browser.')
  return browser
}

async function listPages(url: string, suffix = '') {
  const response = await fetch(`${url}/api/rentals?limit=1`)
  const { results } = (await response.json()) as { results: { id: number }[] }
  return [
    { name: `landing${suffix}`, url: `${url}/` },
    { name: `browse${suffix}`, url: `${url}/rentals` },
    { name: `detail${suffix}`, url: `${url}/rentals/${results[0]?.id}` },
  ]
}

async function runLighthouse(
  stack: AsyncDisposableStack,
  { browser, url, folder }: { browser: string; url: string; folder: string },
): Promise<LighthouseVisit> {
  const output = join(folder, 'report.json')
  const cli = join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js')
  const options = [
    '--quiet',
    `--only-categories=${scoredCategories}`,
    `--chrome-flags=${chromeFlags}`,
  ]
  const args = [cli, url, ...options, '--output=json', `--output-path=${output}`]
  const env = { ...process.env, CHROME_PATH: browser }
  // Lighthouse has its own process group, so that only the SIGINT below reaches it. On SIGINT it also closes its browser.
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
    detached: true,
  })
  stack.defer(() => void child.kill('SIGINT'))
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  // The SIGINT above made Lighthouse fail. Another run would outlive this process.
  if (stack.disposed) throw new BenchError('Lighthouse was stopped.')
  if (code !== 0) throw new LighthouseRunError(readFailure(stderr, code))
  const report = JSON.parse(await readFile(output, 'utf8')) as LighthouseReport
  const auditError = findAuditError(report)
  if (auditError) throw new LighthouseRunError(auditError)
  return parseLighthouseReport(report)
}
