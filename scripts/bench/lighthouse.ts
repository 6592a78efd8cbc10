import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findBrowser } from '../find-browser.ts'
import { ensureInstalled } from '../install.mjs'
import { thisMachine } from '../this-machine.ts'
import { type Bench, BenchError } from './bench.ts'
import { emptyFolder } from './empty-folder.ts'
import { judged, type Report, readReport, type Visit } from './lighthouse-report.ts'
import { median } from './median.ts'
import { startQuad } from './servers.ts'
import { table } from './table.ts'
import { verdict } from './verdict.ts'

const home = resolve(import.meta.dirname, '../lighthouse')
const chromeFlags = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
].join(' ')
const scriptBar = 100

/** Lighthouse's phone on the public pages, with the sample listings. */
export async function benchLighthouse(bench: Bench): Promise<string> {
  const { quick, only, stack, say } = bench
  if ((await ensureInstalled(home)) !== 'ready') throw new BenchError('Lighthouse is not there.')
  const browser = await fullBrowser(say)
  const server = await startQuad(bench, { DEMO: '1', DATA_DIR: await emptyFolder(bench) })
  const folder = await emptyFolder(bench)

  const pages = { landing: '/', browse: '/rentals', detail: await newestRental(server.url) }
  const rounds = quick ? 1 : 5
  const visits = Object.entries(pages)
    .filter(([name]) => name.includes(only))
    .map(([name, path]) => ({ name, url: server.url + path, taken: [] as Visit[] }))
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, taken } of visits) {
      const visit = await visitWith(stack, { browser, url, folder })
      taken.push(visit)
      say(`${name}: ${visit.scores.join(' ')}, ${visit.complaints.join('; ') || 'no complaints'}`)
    }
  }
  const rows = await Promise.all(visits.map(({ name, taken }) => rowOf(name, taken)))
  return `${table(columns, rows)}

Medians of ${rounds}, Lighthouse's phone (slow 4G, processor slowed four times). The bar: 100 in all four, at most ${scriptBar} KB of
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
    verdict(holds),
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

async function visitWith(
  stack: AsyncDisposableStack,
  { browser, url, folder }: { browser: string; url: string; folder: string },
): Promise<Visit> {
  const output = join(folder, 'report.json')
  const cli = join(home, 'node_modules/lighthouse/cli/index.js')
  const what = ['--quiet', `--only-categories=${judged}`, `--chrome-flags=${chromeFlags}`]
  const args = [cli, url, ...what, '--output=json', `--output-path=${output}`]
  const env = { ...process.env, CHROME_PATH: browser }
  // In a group of its own, so that it gets only the one signal on which it ends its browser too.
  const child = spawn(process.execPath, args, { env, stdio: 'inherit', detached: true })
  stack.defer(() => void child.kill('SIGINT'))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new BenchError(`Lighthouse could not visit ${url}.`)
  return readReport(JSON.parse(await readFile(output, 'utf8')) as Report)
}
