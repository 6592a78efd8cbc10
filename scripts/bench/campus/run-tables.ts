import { formatMarkdownTable } from '../markdown-table.ts'
import { quantile } from '../median.ts'
import type { OpenLoopResult, RequestResults } from './open-loop.ts'
import type { ProcessUsage } from './process-usage.ts'

/** The measurements at one rate. */
export interface CampusRun extends OpenLoopResult {
  /** The multiple of the campus rate. */
  times: number
  seconds: number
  pagesPerSecond: number
  usage: Record<string, ProcessUsage>
  /** The CPU that the load generator used. */
  generatorCores: number
}

const maxLagMs = 10

/**
 * Formats a table of the requests, a table of the processes, and a warning for runs in which the load generator was late.
 */
export function formatCampusRuns(runs: CampusRun[], kindNames: string[] = []): string {
  const late = runs.filter((run) => lagOf(run) > maxLagMs)
  const warnings = late.map(
    (run) =>
      `At ${run.times} × the load generator itself was late (p99 ${lagOf(run).toFixed(0)} ms): the times above contain that.`,
  )
  return [formatRequests(runs, kindNames), formatProcesses(runs), ...warnings].join('\n\n')
}

/** Formats a line for each name, kinds first, with four columns for each rate. */
function formatRequests(runs: CampusRun[], kindNames: string[]): string {
  const measured = new Set(runs.flatMap(({ requests }) => [...requests.keys()]))
  const names = new Set([...kindNames.filter((name) => measured.has(name)), ...measured])
  const head = runs.flatMap(({ times }) => [`${times} ×: sent`, 'p50 ms', 'p99 ms', 'failed'])
  const rows = [...names].map((name) => [
    name,
    ...runs.flatMap(({ requests }) => formatResults(requests.get(name))),
  ])
  return formatMarkdownTable(['', ...head], rows)
}

function formatResults(results?: RequestResults): string[] {
  if (!results) return ['0', '', '', '']
  const { milliseconds } = results
  const formatQuantile = (fraction: number) =>
    milliseconds.length > 0 ? quantile(milliseconds, fraction).toFixed(1) : ''
  return [
    countSent(results).toLocaleString('en-CA'),
    formatQuantile(0.5),
    formatQuantile(0.99),
    formatFailures(results),
  ]
}

/** Returns "0", or how often each status or error code was the answer. */
function formatFailures({ failures }: RequestResults): string {
  return [...failures].map(([failure, count]) => `${count} × ${failure}`).join(', ') || '0'
}

const countSent = ({ milliseconds, failures }: RequestResults) =>
  [...failures.values()].reduce((sum, count) => sum + count, milliseconds.length)

function formatProcesses(runs: CampusRun[]): string {
  const processes = Object.keys(runs[0]?.usage ?? {})
  const head = processes.flatMap((name) => [`${name}, cores`, 'memory'])
  const rows = runs.map((run) => {
    const sent = [...run.requests.values()].reduce((sum, each) => sum + countSent(each), 0)
    return [
      `${run.times} ×`,
      run.pagesPerSecond.toFixed(0),
      (sent / run.seconds).toFixed(0),
      ...processes.flatMap((name) => formatUsage(run.usage[name])),
      run.generatorCores.toFixed(2),
      `${lagOf(run).toFixed(1)} ms`,
    ]
  })
  return formatMarkdownTable(
    ['', 'pages/s', 'requests/s', ...head, 'load generator, cores', 'late, p99'],
    rows,
  )
}

function formatUsage(usage?: ProcessUsage): string[] {
  if (!usage || Number.isNaN(usage.cores)) return ['?', '?']
  return [usage.cores.toFixed(2), `${usage.megabytes.toFixed(0)} MB`]
}

const lagOf = ({ lags }: CampusRun) => quantile(lags, 0.99)
