/** What is read of a Lighthouse report. */
export interface Report {
  finalDisplayedUrl: string
  categories: Record<string, { score: number | null }>
  audits: Record<string, Audit>
}

interface Audit {
  title: string
  score: number | null
  numericValue?: number
  details?: { items?: { url?: string; resourceType?: string; transferSize?: number }[] }
}

export interface Visit {
  /** Of 100, in the order of `judged`. */
  scores: number[]
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
  scripts: string[]
  requests: number
  bytes: number
  otherHosts: string[]
  /** The audits that cost points, for whoever wants to mend them. */
  complaints: string[]
}

export const judged = ['performance', 'accessibility', 'best-practices', 'seo']

export function readReport(report: Report): Visit {
  const number = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  const own = new URL(report.finalDisplayedUrl).host
  const requests = report.audits['network-requests']?.details?.items ?? []
  const urls = requests.flatMap(({ url = '' }) => (/^https?:/.test(url) ? [new URL(url)] : []))
  return {
    scores: judged.map((id) => Math.round((report.categories[id]?.score ?? 0) * 100)),
    largestPaintMs: number('largest-contentful-paint'),
    blockingMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    scripts: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .map(({ url = '' }) => url),
    requests: urls.length,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    otherHosts: [...new Set(urls.map(({ host }) => host).filter((host) => host !== own))],
    complaints: Object.values(report.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title }) => title),
  }
}
