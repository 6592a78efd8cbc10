import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type PriceFacts, priceSignal } from './price-signal.ts'

stayOnBuiltInCampus()

const now = Date.parse('2026-11-16T20:15:00Z')
const facts: PriceFacts = {
  priceCents: 520_00,
  others: 14,
  medianCents: 900_00,
  groupId: 'rental sublet 2027-spring room 3',
  label: 'similar rooms for Spring 2027',
  isBroad: false,
  countedAt: now - 3_600_000,
  now,
}

describe('a price far below those of similar listings', () => {
  it('is told with the numbers behind it', () => {
    expect(priceSignal(facts)).toEqual({
      kind: 'price',
      rule: 'price',
      id: 'price rental sublet 2027-spring room 3 52000',
      sentence: 'Asks $520; the middle of 14 similar rooms for Spring 2027 is $900.',
      advice: 'Ask why it costs so little, and see it before you pay.',
      facts: [
        { label: 'Asks', value: '$520' },
        { label: 'Middle', value: '$900' },
        { label: 'Compared with', value: '14 similar rooms for Spring 2027' },
        { label: 'Share of the middle', value: '57%' },
        { label: 'Counted', value: 'Nov 16, 2:15 pm' },
      ],
    })
  })

  it.each([
    [539_99, 900_00, true],
    [540_00, 900_00, false],
    [900_00, 900_00, false],
    [2000_00, 900_00, false],
    [1, 900_00, true],
    // 60 % of these medians are not whole cents.
    [41_40, 69_00, false],
    [41_39, 69_00, true],
    [4, 7, true],
    [5, 8, false],
  ])('is below 60 %% of their median: %d cents of %d: %s', (priceCents, medianCents, isLow) => {
    expect(priceSignal({ ...facts, priceCents, medianCents }) !== undefined).toBe(isLow)
  })

  it.each([
    [224_99, true],
    [225_00, false],
    [520_00, false],
  ])('is below a quarter of the median of a broad group: %d cents: %s', (priceCents, isLow) => {
    const signal = priceSignal({ ...facts, isBroad: true, priceCents })
    expect(signal !== undefined).toBe(isLow)
  })

  it.each([
    [
      { priceCents: 1000_00, medianCents: 2400_00, others: 1200 },
      'Asks $1,000; the middle of 1,200 similar rooms for Spring 2027 is $2,400.',
    ],
    [
      { priceCents: 20_00, medianCents: 60_50, label: 'copies of this book' },
      'Asks $20; the middle of 14 copies of this book is $61.',
    ],
    [
      { priceCents: 25, label: 'books for MATH 135' },
      'Asks less than $1; the middle of 14 books for MATH 135 is $900.',
    ],
  ])('reads well: %j', (values, sentence) => {
    expect(priceSignal({ ...facts, ...values })?.sentence).toBe(sentence)
  })
})
