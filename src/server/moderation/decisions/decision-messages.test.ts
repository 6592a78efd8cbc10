import { expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { LogAction } from '#contract/moderation-rules.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'
import type { LogRow } from '../moderation-log.ts'
import { describeEntry } from './decision-messages.ts'

const now = Date.UTC(2026, 10, 15, 18)

const entry = (action: LogAction, ageMs: number, actor_id: number | null = 7) =>
  ({
    action,
    created_at: now - ageMs,
    actor_id,
    actor_first_name: actor_id && 'Sam',
    actor_last_name: actor_id && 'Lee',
  }) as LogRow

it.each([
  [entry('remove', 2 * minuteMs), 'listing', 'Sam Lee removed this listing 2 minutes ago.'],
  [entry('remove', 0), 'student', 'Sam Lee removed a listing of this student just now.'],
  [entry('hide', hourMs, null), 'listing', `${campus.brand} hid this listing 1 hour ago.`],
  [
    entry('role', 3 * dayMs, null),
    'student',
    'An operator changed the role of this student 3 days ago.',
  ],
  [entry('hide_signal', 0), 'listing', 'Sam Lee hid a signal on this listing just now.'],
  [entry('suspend', 59_999, 1), 'student', 'You suspended this student just now.'],
  [entry('ban', 5 * hourMs), 'listing', 'Sam Lee closed this account 5 hours ago.'],
] as const)('says who did what when: %#', (row, subject, sentence) => {
  expect(describeEntry(row, { subject, actorId: 1, now })).toBe(sentence)
})
