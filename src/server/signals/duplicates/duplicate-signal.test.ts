import { expect, it } from 'vitest'
import { dayMs } from '../../durations.ts'
import { type Duplicate, duplicateSignal } from './read-duplicates.ts'

const now = Date.UTC(2026, 10, 15, 12)

const earlier: Duplicate = {
  category: 'misc',
  id: 12,
  title: 'Desk lamp',
  status: 'available',
  postedAt: Date.UTC(2026, 10, 2, 12),
  renewedAt: null,
  likeness: { title: 1, coverBits: undefined },
  laterPostedAt: now - dayMs,
  now,
}

it('says what it looks like, since when, and what to do', () => {
  expect(duplicateSignal(earlier)).toEqual({
    kind: 'duplicate',
    rule: 'duplicate',
    id: 'duplicate 12',
    sentence: 'Looks like “Desk lamp”, posted from the same account on Nov 2.',
    advice: 'Delete one of them or mark one as sold.',
    facts: [
      {
        label: 'Earlier listing',
        value: 'Desk lamp',
        listing: { category: 'misc', id: 12 },
      },
      { label: 'Titles', value: 'Alike to 1.00' },
      { label: 'Cover photos', value: 'Different' },
      { label: 'Posted', value: 'Nov 2, this one Nov 14' },
    ],
  })
})

const shared = { title: 0, coverBits: 0 }

it.each<[Partial<Duplicate>, string]>([
  [{ likeness: shared }, 'Has the same cover photo as “Desk lamp”, posted'],
  [{ postedAt: Date.UTC(2025, 11, 30, 12) }, 'posted from the same account on Dec 30, 2025.'],
  [{ status: 'removed' }, 'posted from the same account on Nov 2 and removed since.'],
  [{ status: 'hidden' }, 'posted from the same account on Nov 2 and hidden since.'],
])('%#: its sentence', (changes, sentence) => {
  expect(duplicateSignal({ ...earlier, ...changes }).sentence).toContain(sentence)
})

it.each<[Partial<Duplicate>, string, string]>([
  [{ likeness: { title: 1 - 1 / 30, coverBits: 0 } }, 'Titles', 'Alike to 0.96'],
  [{ likeness: shared }, 'Titles', 'Not alike'],
  [{ likeness: shared }, 'Cover photos', 'The same'],
  [{ likeness: { title: 1, coverBits: 1 } }, 'Cover photos', 'The same but for 1 bit of 128'],
  [{ likeness: { title: 1, coverBits: 2 } }, 'Cover photos', 'The same but for 2 bits of 128'],
  [{ renewedAt: Date.UTC(2026, 10, 9, 12) }, 'Renewed', 'Nov 9'],
])('%#: the numbers behind it', (changes, label, value) => {
  expect(duplicateSignal({ ...earlier, ...changes }).facts).toContainEqual({ label, value })
})

it('tells moderators to look at what was taken down', () => {
  expect(duplicateSignal({ ...earlier, status: 'removed' }).advice).toBe(
    'See why that one was removed.',
  )
})
