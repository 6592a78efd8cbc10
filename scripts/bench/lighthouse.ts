import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startServer } from '#tests/support/running-server.ts'
import { findBrowser } from '../find-browser.ts'
import { ensureInstalled } from '../install.mjs'
import { run } from '../run.mjs'
import { thisMachine } from '../this-machine.ts'
import { type Bench, BenchError } from './bench.ts'
import { judged, type Report, readReport, type Visit } from './lighthouse-report.ts'
import { median } from './median.ts'
import { table } from './table.ts'

const home = resolve(import.meta.dirname, '../lighthouse')
const chromeFlags = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
].join(' ')
const scriptBar = 100

/** Lighthouse's phone on the public pages, with the sample listings. */
export async function benchLighthouse({ quick, stack, say }: Bench): Promise<string> {
  if ((await ensureInstalled(home)) !== 'ready') throw new BenchError('Lighthouse is not there.')
  const browser = await fullBrowser(say)
  const server = await startServer({ NODE_ENV: 'production', DEMO: '1', RATE_LIMIT: 'off' })
  stack.adopt(server, async () => void (await server.stop()))
  const folder = await mkdtemp(join(tmpdir(), 'quad-lighthouse-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))

  const pages = { landing: '/', browse: '/rentals', detail: await newestRental(server.url) }
  const visits: Record<string, Visit[]> = { landing: [], browse: [], detail: [] }
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    for (const [name, path] of Object.entries(pages)) {
      const visit = await visitWith({ browser, url: server.url + path, folder })
      visits[name]?.push(visit)
      say(`${name}: ${visit.scores.join(' ')}, ${visit.complaints.join('; ') || 'no complaints'}`)
    }
  }
  const rows = await Promise.all(Object.entries(visits).map(([name, all]) => rowOf(name, all)))
  return `${table(columns, rows)}

Medians of ${visits.landing?.length}, Lighthouse's phone (slow 4G, processor slowed four times). The bar: 100 in all four, at most ${scriptBar} KB of
script compressed with gzip, CLS 0, nothing from another host.`
}

const columns = [
  'page',
  ...judged,
  'LCP',
  'TBT',
  'CLS',
  'script gz',
  'requests',
  'bytes',
  'other hosts',
  'bar',
]

async function rowOf(name: string, visits: Visit[]): Promise<string[]> {
  const middle = (value: (visit: Visit) => number) => median(visits.map(value))
  const scores = judged.map((_, index) => middle(({ scores }) => scores[index] ?? 0))
  const shift = middle(({ layoutShift }) => layoutShift)
  const scripts = new Set(visits.flatMap(({ scripts }) => scripts))
  const kilobytes = (await gzippedBytes([...scripts])) / 1000
  const hosts = new Set(visits.flatMap(({ otherHosts }) => otherHosts))
  const holds =
    scores.every((score) => score === 100) &&
    shift === 0 &&
    kilobytes <= scriptBar &&
    hosts.size === 0
  return [
    name,
    ...scores.map(String),
    `${(middle(({ largestPaintMs }) => largestPaintMs) / 1000).toFixed(2)} s`,
    `${middle(({ blockingMs }) => blockingMs).toFixed(0)} ms`,
    shift.toFixed(3),
    `${kilobytes.toFixed(1)} KB`,
    String(middle(({ requests }) => requests)),
    `${(middle(({ bytes }) => bytes) / 1000).toFixed(0)} KB`,
    [...hosts].join(', ') || '0',
    holds ? 'holds' : 'missed',
  ]
}

async function gzippedBytes(urls: string[]): Promise<number> {
  let sum = 0
  for (const url of urls) {
    const answer = await fetch(url)
    sum += gzipSync(await answer.arrayBuffer(), { level: 9 }).length
  }
  return sum
}

/** Lighthouse drives a whole browser; the shell lacks parts it asks for. */
async function fullBrowser(say: Bench['say']): Promise<string> {
  const machine = thisMachine()
  const isShell = (path: string) => Number(path.includes('shell'))
  const system = () => machine.system().toSorted((a, b) => isShell(a) - isShell(b))
  const browser = await findBrowser({ ...machine, system }, say)
  if (!browser) throw new BenchError('Lighthouse needs a browser.')
  return browser
}

async function newestRental(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/rentals?limit=1`)
  const { results } = (await answer.json()) as { results: { id: number }[] }
  return `/rentals/${results[0]?.id}`
}

async function visitWith(options: { browser: string; url: string; folder: string }) {
  const output = join(options.folder, 'report.json')
  const cli = join(home, 'node_modules/lighthouse/cli/index.js')
  const args = [
    options.url,
    '--quiet',
    `--only-categories=${judged}`,
    '--output=json',
    `--output-path=${output}`,
  ]
  const { code, stopped } = await run(
    process.execPath,
    [cli, ...args, `--chrome-flags=${chromeFlags}`],
    { env: { ...process.env, CHROME_PATH: options.browser } },
  )
  if (stopped) throw new BenchError('Stopped.')
  if (code !== 0) throw new BenchError(`Lighthouse could not visit ${options.url}.`)
  return readReport(JSON.parse(await readFile(output, 'utf8')) as Report)
}
