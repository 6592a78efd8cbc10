import { describe, expect, it } from 'vitest'
import { isDay } from '#categories/days.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { builtInCampus } from './built-in.ts'
import { campus, findUniversity, isCampusEmail, joinWords, mailboxOf, setCampus } from './campus.ts'
import { campusSchema, sentCampusSchema } from './campus-schema.ts'

stayOnBuiltInCampus()

describe('campus', () => {
  it('names the community and the universities of valid emails', () => {
    expect(campus.communityName).toBe('Waterloo & Laurier')
    expect(campus.invalidEmailMessage).toBe('Invalid UWaterloo or Laurier email')
  })

  it('has two universities with meet-up spots', () => {
    expect(campus.universities.map(({ name }) => name)).toEqual([
      'University of Waterloo',
      'Wilfrid Laurier University',
    ])
    for (const { meetUpSpots } of campus.universities) expect(meetUpSpots.length).toBeGreaterThan(0)
  })
})

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('joins %j as %j', (words, text) => {
  expect(joinWords(words, 'or')).toBe(text)
})

it('is in Canadian English only in Canada', () => {
  expect(campus.language).toBe('en-CA')
  setCampus({ ...builtInCampus, region: null })
  expect(campus.language).toBe('en')
})

it('has meet-up spots without "the", which sentences add', () => {
  const [university, ...others] = builtInCampus.universities
  if (!university) throw new Error('The campus has no university.')
  const names = ['the Boathouse café', 'The  The Quay', 'Theatre', 'the', 'Costa']
  const universities = [{ ...university, meetUpSpots: names.map((name) => ({ name })) }, ...others]
  for (const schema of [campusSchema, sentCampusSchema]) {
    const [read] = schema.parse({ ...builtInCampus, universities }).universities
    const spots = read?.meetUpSpots.map(({ name }) => name)
    expect(spots).toEqual(['Boathouse café', 'Quay', 'Theatre', 'the', 'Costa'])
  }
})

it('names one place to meet of each university', () => {
  expect(campus.safePlaces).toBe('the SLC Great Hall or the Laurier Concourse')
})

describe('the terms of the campus', () => {
  it('have ids that a URL can hold, each its own', () => {
    for (const { id } of campus.terms) expect(id).toMatch(/^[a-z]+$/)
    expect(new Set(campus.terms.map(({ id }) => id)).size).toBe(campus.terms.length)
  })

  it('begin and end on days of every year, one after the other', () => {
    const days = campus.terms.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])
    // 2027 has no leap day.
    for (const day of days) expect(`2027-${day}`).toSatisfy(isDay)
    expect(days).toEqual(days.toSorted())
    expect(new Set(days).size).toBe(days.length)
  })
})

describe('campus email', () => {
  it.each([
    ['ada@uwaterloo.ca', 'Waterloo'],
    ['ADA@UWaterloo.CA', 'Waterloo'],
    ['a.b_c%d+e-f9@mylaurier.ca', 'Laurier'],
    ['x@wlu.ca', 'Laurier'],
  ])('%s belongs to %s', (email, university) => {
    expect(isCampusEmail(email)).toBe(true)
    expect(findUniversity(email)?.shortName).toBe(university)
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
    // The first character is a Kelvin sign, which lower-cases to an ordinary k.
    '\u212aay@uwaterloo.ca',
  ])('%j is rejected', (email) => {
    expect(isCampusEmail(email)).toBe(false)
    expect(findUniversity(email)).toBeUndefined()
  })

  it.each([
    '.ada@wlu.ca',
    'ada.@wlu.ca',
    'a..da@wlu.ca',
    '.@wlu.ca',
    '+x@wlu.ca',
    `${'a'.repeat(65)}@wlu.ca`,
  ])('%j is no mailbox, but an older account may have it', (email) => {
    expect(isCampusEmail(email)).toBe(false)
    expect(findUniversity(email)?.shortName).toBe('Laurier')
  })

  it('takes 64 characters before the @', () => {
    expect(isCampusEmail(`${'a'.repeat(64)}@wlu.ca`)).toBe(true)
  })
})

it.each([
  ['ada@uwaterloo.ca', 'ada@uwaterloo.ca'],
  ['Ada+Books@UWaterloo.ca', 'ada@uwaterloo.ca'],
  ['ada+books+old@uwaterloo.ca', 'ada@uwaterloo.ca'],
  ['ada+books@wlu.ca', 'ada@wlu.ca'],
])('mailboxOf maps %s to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
