/** The parts of a Lighthouse report that we read. */
export interface LighthouseReport {
  finalDisplayedUrl: string
  categories: Record<string, { score: number | null }>
  audits: Record<string, Audit>
}

interface Audit {
  title: string
  score: number | null
  /** The reason why the audit itself failed. Its category then has no score. */
  errorMessage?: string
  numericValue?: number
  details?: { items?: AuditItem[] }
}

/** An item of an audit: a request in one audit, the metrics in another. */
interface AuditItem {
  url?: string
  resourceType?: string
  transferSize?: number
  /** The time in milliseconds since the navigation, like `observedFirstPaint`. */
  networkRequestTime?: number
  observedFirstPaint?: number
}

export interface LighthouseVisit {
  /** The scores from 0 to 100, in the order of `scoredCategories`. */
  scores: number[]
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
  scripts: string[]
  /** The scripts that were requested before anything was painted. */
  scriptsBeforePaint: string[]
  requests: number
  bytes: number
  otherHosts: string[]
  /** The titles of the audits that cost points. */
  failedAudits: string[]
}

/** Returns the first failed audit. If only some audits fail, Lighthouse still writes a report and exits with 0. */
export function findAuditError({ audits }: LighthouseReport): string | undefined {
  const failed = Object.values(audits).find(({ errorMessage }) => errorMessage !== undefined)
  return failed && `The audit "${failed.title}" failed: ${failed.errorMessage}`
}

export const scoredCategories = ['performance', 'accessibility', 'best-practices', 'seo']

export function parseLighthouseReport(report: LighthouseReport): LighthouseVisit {
  const numericValue = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  const ownHost = new URL(report.finalDisplayedUrl).host
  const items = (audit: string) => report.audits[audit]?.details?.items ?? []
  const requests = items('network-requests')
  const firstPaint = items('metrics')[0]?.observedFirstPaint ?? Number.POSITIVE_INFINITY
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const urlsOf = (found: AuditItem[]) => found.map(({ url = '' }) => url)
  const urls = requests.flatMap(({ url = '' }) => (/^https?:/.test(url) ? [new URL(url)] : []))
  return {
    scores: scoredCategories.map((id) => Math.round((report.categories[id]?.score ?? 0) * 100)),
    largestPaintMs: numericValue('largest-contentful-paint'),
    blockingMs: numericValue('total-blocking-time'),
    layoutShift: numericValue('cumulative-layout-shift'),
    scripts: urlsOf(scripts),
    scriptsBeforePaint: urlsOf(
      scripts.filter(({ networkRequestTime = 0 }) => networkRequestTime < firstPaint),
    ),
    requests: urls.length,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    otherHosts: [...new Set(urls.map(({ host }) => host).filter((host) => host !== ownHost))],
    failedAudits: Object.values(report.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title }) => title),
  }
}
