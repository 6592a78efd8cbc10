import { describe, expect, it } from 'vitest'
import { isSameThing } from './read-photo-matches.ts'

const same: [string, string][] = [
  ['12 King St N', '12 KING STREET NORTH'],
  ['12 King St N, Waterloo', '12 king st.  n'],
  ['3-256 Phillip St', 'Unit 3, 256 Phillip Street, Waterloo, ON N2L 6B6'],
  ['256 Phillip St, room 1', '256 Phillip St, room 2'],
  ['Columbia Street West', '300 Columbia St W, Waterloo'],
  ['Desk lamp', 'desk lamp!'],
  ['Desk lamp', 'Black desk lamp'],
  ['IKEA Markus office chair', 'IKEA Markus ofice chair'],
  ['iPhone 12 mini, blue', 'iPhone 12 mini with a case'],
]

const different: [string, string][] = [
  ['12 King St N', '14 King St N'],
  ['12 King St N, Waterloo', '12 Albert St N, Waterloo'],
  ['12 King St, unit 3, Waterloo', '99 Albert St, unit 3, Waterloo'],
  ['12 King St N, Waterloo, ON N2L 3G1', '99 Albert St, Waterloo, ON N2L 3C5'],
  ['12 King St N, Waterloo', 'Waterloo, ON'],
  ['Columbia St', 'Albert St'],
  ['Desk lamp', 'Road bike'],
  ['Calculus 1', 'Calculus 2'],
  ['', '12 King St N'],
]

describe('isSameThing', () => {
  it.each(same)('%s and %s are', (one, other) => {
    expect(isSameThing(one, other)).toBe(true)
    expect(isSameThing(other, one)).toBe(true)
  })

  it.each(different)('%s and %s are not', (one, other) => {
    expect(isSameThing(one, other)).toBe(false)
    expect(isSameThing(other, one)).toBe(false)
  })
})
