import { describe, expect, it } from 'vitest'
import { maxCauses } from '../../words/word-signals.ts'
import { type PhotoMatch, photoSignals } from './photo-signals.ts'

const match = (values: Partial<PhotoMatch> = {}): PhotoMatch => ({
  name: `name ${values.photo ?? 1}`,
  photo: 1,
  differentBits: 0,
  other: { category: 'rental', id: 17, title: 'Sunny room' },
  isEarlier: true,
  ...values,
})
const later = match({ isEarlier: false })
const byId = (id: number, values: Partial<PhotoMatch> = {}) =>
  match({ ...values, other: { category: 'misc', id, title: 'Lamp' } })

const one = "This photo is also used by another account's listing."
const two = "2 of these photos are also used by another account's listing."

const othersOf = (signals: ReturnType<typeof photoSignals>) =>
  signals.map(({ facts }) => facts[0]?.listing?.id)

const cases: [string, PhotoMatch[], [other: number, sentence: string][]][] = [
  ['no match', [], []],
  ['a photo that was there first', [match()], [[17, one]]],
  ['a photo that another copied since', [later], []],
  ['one of each', [later, byId(40)], [[40, one]]],
  [
    'a photo on two listings',
    [byId(40), byId(9)],
    [
      [9, one],
      [40, one],
    ],
  ],
  ['two photos of one listing', [match(), match({ photo: 3 })], [[17, two]]],
  ['a photo that one listing shows twice', [match(), match()], [[17, one]]],
  [
    'most photos of one of two listings',
    [byId(9), match(), match({ photo: 3 })],
    [
      [17, two],
      [9, one],
    ],
  ],
  [
    'two photos, one of which was there first',
    [match(), { ...later, photo: 2, name: 'name 2' }],
    [[17, one]],
  ],
]

const idOf = (matches: PhotoMatch[]) => photoSignals(matches)[0]?.id

describe('photoSignals', () => {
  it.each(cases)('of %s', (_, matches, expected) => {
    const signals = photoSignals(matches)
    expect(othersOf(signals)).toEqual(expected.map(([other]) => other))
    expect(signals.map(({ sentence }) => sentence)).toEqual(
      expected.map(([, sentence]) => sentence),
    )
  })

  it('say what to do, and give moderators every match', () => {
    const matches = [match({ differentBits: 2 }), { ...later, photo: 3 }]
    expect(photoSignals(matches)).toEqual([
      {
        kind: 'photo',
        rule: 'photo',
        id: expect.stringMatching(/^photo [0-9a-f]{16}$/),
        sentence: one,
        advice: 'See it in person, or ask for a live video, before you pay anything.',
        facts: [
          {
            label: 'Photo 1',
            value: '“Sunny room”: 2 of 128 bits different, uploaded there first',
            listing: { category: 'rental', id: 17 },
          },
          {
            label: 'Photo 3',
            value: '“Sunny room”: the same, not uploaded there first',
            listing: { category: 'rental', id: 17 },
          },
        ],
      },
    ])
  })

  it('have another cause with another photo from the same listing, not in another order', () => {
    const [first, second] = [match(), match({ photo: 2 })]
    expect(idOf([first, second])).not.toBe(idOf([first]))
    expect(idOf([second])).not.toBe(idOf([first]))
    expect(idOf([byId(40)])).not.toBe(idOf([first]))
    expect(idOf([second, first])).toBe(idOf([first, second]))
    expect(idOf([{ ...first, photo: 4 }])).toBe(idOf([first]))
  })

  it('are for moderators also where the photo was copied from, after the others', () => {
    const matches = [later, byId(9, { isEarlier: false }), byId(40)]
    const signals = photoSignals(matches, { forModerators: true })
    expect(othersOf(signals)).toEqual([40, 9, 17])
    expect(signals[1]).toMatchObject({ sentence: one, facts: [{ label: 'Photo 1' }] })
    expect(photoSignals([], { forModerators: true })).toEqual([])
  })

  it('are the same for moderators and the seller, so that an answer finds them', () => {
    const matches = [byId(9, { isEarlier: false }), match(), { ...later, photo: 2 }]
    const signals = photoSignals(matches)
    expect(signals).toHaveLength(1)
    expect(photoSignals(matches, { forModerators: true }).slice(0, 1)).toEqual(signals)
  })

  it('are so many at most', () => {
    const matches = Array.from({ length: maxCauses + 4 }, (_, index) => byId(index + 1))
    const first = matches.slice(0, maxCauses).map(({ other }) => other.id)
    expect(othersOf(photoSignals(matches))).toEqual(first)
  })
})
