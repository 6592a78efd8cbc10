import { expect, it } from 'vitest'
import { findAuditError, parseLighthouseReport } from './lighthouse-report.ts'

const audit = (numericValue: number) => ({ title: '', score: 1, numericValue })

const report = {
  finalDisplayedUrl: 'http://localhost:3000/rentals',
  categories: {
    seo: { score: 1 },
    performance: { score: 0.97 },
    'best-practices': { score: 1 },
    accessibility: { score: null },
  },
  audits: {
    'largest-contentful-paint': audit(1500),
    'total-blocking-time': audit(20),
    'cumulative-layout-shift': audit(0.01),
    'render-blocking-insight': { title: 'Render-blocking requests', score: 0 },
    metrics: { title: 'Metrics', score: 1, details: { items: [{ observedFirstPaint: 150 }] } },
    'network-requests': {
      title: 'Network Requests',
      score: 1,
      details: {
        items: [
          { url: 'http://localhost:3000/rentals', resourceType: 'Document', transferSize: 700 },
          {
            url: 'http://localhost:3000/start.js',
            resourceType: 'Script',
            transferSize: 100,
            networkRequestTime: 40,
          },
          {
            url: 'http://localhost:3000/page.js',
            resourceType: 'Script',
            transferSize: 200,
            networkRequestTime: 160,
          },
          { url: 'https://fonts.example/f.woff2', resourceType: 'Font', transferSize: 10 },
          { url: 'data:image/webp;base64,AA', resourceType: 'Image' },
        ],
      },
    },
  },
}

it('finds an audit that failed', () => {
  expect(findAuditError(report)).toBeUndefined()
  const failed = { title: 'Speed Index', score: null, errorMessage: 'No trace. (NO_NAVSTART)' }
  expect(findAuditError({ ...report, audits: { ...report.audits, speed: failed } })).toBe(
    'The audit "Speed Index" failed: No trace. (NO_NAVSTART)',
  )
})

it('parses the figures of a Lighthouse report', () => {
  expect(parseLighthouseReport(report)).toEqual({
    scores: [97, 0, 100, 100],
    largestPaintMs: 1500,
    blockingMs: 20,
    layoutShift: 0.01,
    scripts: ['http://localhost:3000/start.js', 'http://localhost:3000/page.js'],
    scriptsBeforePaint: ['http://localhost:3000/start.js'],
    requests: 4,
    bytes: 1010,
    otherHosts: ['fonts.example'],
    failedAudits: ['Render-blocking requests'],
  })
})
