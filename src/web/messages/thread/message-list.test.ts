import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { endsRun, groupByDay } from './message-list.tsx'

stayOnBuiltInCampus()

it('groups by the day on campus, in their order', () => {
  const at = (created_at: string) => ({ created_at })
  const messages = [
    at('2026-11-15T04:59:59.000Z'),
    at('2026-11-15T05:00:00.000Z'),
    at('2026-11-16T04:59:59.000Z'),
    at('2026-11-17T12:00:00.000Z'),
  ]
  expect(groupByDay(messages)).toEqual([
    { day: '2026-11-14', messages: messages.slice(0, 1) },
    { day: '2026-11-15', messages: messages.slice(1, 3) },
    { day: '2026-11-17', messages: messages.slice(3) },
  ])
  expect(groupByDay([])).toEqual([])
})

it('ends a run with the writer, after five minutes, and at the end', () => {
  const message = { is_own: true, created_at: '2026-11-15T12:00:00.000Z' }
  const soon = '2026-11-15T12:05:00.000Z'
  expect(endsRun(message, { is_own: true, created_at: soon })).toBe(false)
  expect(endsRun(message, { is_own: false, created_at: soon })).toBe(true)
  expect(endsRun(message, { is_own: true, created_at: '2026-11-15T12:05:00.001Z' })).toBe(true)
  expect(endsRun(message, undefined)).toBe(true)
})
