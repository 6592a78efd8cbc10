import { expect, it } from 'vitest'
import { changeCampus } from '#tests/support/campus.ts'
import { formatAsOf } from './offline-bar.tsx'

it('says the time, and the day if it is not today', () => {
  changeCampus({ timeZone: 'America/Toronto' })
  const time = Date.parse('2026-11-18T19:02:30Z')
  expect(formatAsOf(time, '2026-11-18')).toBe('2:02 pm')
  expect(formatAsOf(time, '2026-11-19')).toBe('Nov 18, 2:02 pm')
})
