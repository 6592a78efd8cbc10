import { expect, it } from 'vitest'
import { parseLighthouseReport } from './lighthouse-report.ts'

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
    'network-requests': {
      title: 'Network Requests',
      score: 1,
      details: {
        items: [
          { url: 'http://localhost:3000/rentals', resourceType: 'Document', transferSize: 700 },
          { url: 'http://localhost:3000/a.js', resourceType: 'Script', transferSize: 300 },
          { url: 'https://fonts.example/f.woff2', resourceType: 'Font', transferSize: 10 },
          { url: 'data:image/webp;base64,AA', resourceType: 'Image' },
        ],
      },
    },
  },
}

it('parses the figures of a Lighthouse report', () => {
  expect(parseLighthouseReport(report)).toEqual({
    scores: [97, 0, 100, 100],
    largestPaintMs: 1500,
    blockingMs: 20,
    layoutShift: 0.01,
    scripts: ['http://localhost:3000/a.js'],
    requests: 3,
    bytes: 1010,
    otherHosts: ['fonts.example'],
    failedAudits: ['Render-blocking requests'],
  })
})
