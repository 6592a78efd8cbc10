import { describe, expect, it } from 'vitest'
import { summarizeAudit } from './audit.ts'

const report = (...severities: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [`p${index}`, { name: `p${index}`, severity }]),
    ),
  })

describe('summarizeAudit', () => {
  it.each([
    ['a registry without audits', '{"message":"405 Method Not Allowed"}', 2, /Nothing was checked/],
    ['no output', '', 2, /Nothing was checked/],
    ['no vulnerabilities', report(), 0, /none is known/],
    ['low and moderate ones', report('low', 'moderate'), 0, /2 of lesser weight/],
    ['grave ones', report('low', 'high', 'critical'), 1, /p1 \(high\), p2 \(critical\)/],
  ])('reports %s', (_, output, code, message) => {
    const summary = summarizeAudit(output)
    expect(summary.code).toBe(code)
    expect(summary.message).toMatch(message)
  })
})
