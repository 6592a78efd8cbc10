/** The parts of a Lighthouse report that are read. */
export interface LighthouseReport {
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

export interface LighthouseVisit {
  /** Of 100, in the order of `scoredCategories`. */
  scores: number[]
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
  scripts: string[]
  requests: number
  bytes: number
  otherHosts: string[]
  /** Titles of the audits that cost points. */
  failedAudits: string[]
}

export const scoredCategories = ['performance', 'accessibility', 'best-practices', 'seo']

export function parseLighthouseReport(report: LighthouseReport): LighthouseVisit {
  const numericValue = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  const ownHost = new URL(report.finalDisplayedUrl).host
  const requests = report.audits['network-requests']?.details?.items ?? []
  const urls = requests.flatMap(({ url = '' }) => (/^https?:/.test(url) ? [new URL(url)] : []))
  return {
    scores: scoredCategories.map((id) => Math.round((report.categories[id]?.score ?? 0) * 100)),
    largestPaintMs: numericValue('largest-contentful-paint'),
    blockingMs: numericValue('total-blocking-time'),
    layoutShift: numericValue('cumulative-layout-shift'),
    scripts: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .map(({ url = '' }) => url),
    requests: urls.length,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    otherHosts: [...new Set(urls.map(({ host }) => host).filter((host) => host !== ownHost))],
    failedAudits: Object.values(report.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title }) => title),
  }
}
