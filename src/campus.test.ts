import { describe, expect, it } from 'vitest'
import {
  communityName,
  founders,
  invalidEmailMessage,
  isCampusEmail,
  universities,
  universityOf,
} from './campus.ts'

describe('the campus file', () => {
  it('words the community and the refusal of other addresses', () => {
    expect(communityName).toBe('Waterloo & Laurier')
    expect(invalidEmailMessage).toBe('Invalid UWaterloo or Laurier email')
  })

  it('has two universities with places to meet, and three plainly made-up founders', () => {
    expect(universities.map(({ name }) => name)).toEqual([
      'University of Waterloo',
      'Wilfrid Laurier University',
    ])
    for (const { meetUpSpots } of universities) expect(meetUpSpots.length).toBeGreaterThan(0)
    expect(founders.map(({ name }) => name)).toEqual([
      'Founder One',
      'Founder Two',
      'Founder Three',
    ])
  })
})

describe('a campus e-mail', () => {
  it.each([
    ['ada@uwaterloo.ca', 'Waterloo'],
    ['ADA@UWaterloo.CA', 'Waterloo'],
    ['a.b_c%d+e-f9@mylaurier.ca', 'Laurier'],
    ['x@wlu.ca', 'Laurier'],
  ])('%s belongs to %s', (email, university) => {
    expect(isCampusEmail(email)).toBe(true)
    expect(universityOf(email)?.shortName).toBe(university)
  })

  it.each([
    '',
    'uwaterloo.ca',
    '@uwaterloo.ca',
    'ada@gmail.com',
    'ada@mcmaster.ca',
    'ada@notuwaterloo.ca',
    'ada@mail.uwaterloo.ca',
    'ada@uwaterloo.ca.evil.com',
    'ada@uwaterlooxca',
    'ada@uwaterloo.ca\n',
    ' ada@uwaterloo.ca',
    'ada@x@uwaterloo.ca',
    'ada lovelace@uwaterloo.ca',
    'adà@uwaterloo.ca',
    'ada!@uwaterloo.ca',
    // A Kelvin sign, which lower-cases to an ordinary k.
    '\u212aay@uwaterloo.ca',
  ])('%j is none', (email) => {
    expect(isCampusEmail(email)).toBe(false)
    expect(universityOf(email)).toBeUndefined()
  })
})
