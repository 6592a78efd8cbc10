import { expect, it } from 'vitest'
import { auditVerdict } from './audit.ts'

const report = (...severities: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [`p${index}`, { name: `p${index}`, severity }]),
    ),
  })

it.each([
  ['a registry without audits', '{"message":"405 Method Not Allowed"}', 0, /offers no audit/],
  ['no answer at all', '', 0, /nothing was checked/],
  ['nothing known', report(), 0, /none is known/],
  ['little known', report('low', 'moderate'), 0, /2 of lesser weight/],
  ['something grave', report('low', 'high', 'critical'), 1, /p1 \(high\), p2 \(critical\)/],
])('%s', (_, output, code, sentence) => {
  const verdict = auditVerdict(output)
  expect(verdict.code).toBe(code)
  expect(verdict.sentence).toMatch(sentence)
})
