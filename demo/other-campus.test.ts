import { expect, it } from 'vitest'
import { campus, findUniversity } from '#campus/campus.ts'
import { listingInput } from '#contract/listing-input.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { demoListings } from './listings.ts'
import { demoStudents } from './students.ts'

it('sample students of a campus with one university have its addresses', () => {
  changeCampus({ universities: campus.universities.slice(0, 1) })
  const emails = Object.values(demoStudents).map(({ email }) => email)
  expect(new Set(emails).size).toBe(8)
  for (const email of emails) {
    expect(findUniversity(email)?.name, email).toBe(campus.universities[0]?.name)
  }
})

it('samples name prices in the currency of the campus', () => {
  changeCampus({ currency: { code: 'EUR', symbol: '€' } })
  const texts = JSON.stringify(demoListings(new Date()))
  expect(texts).toContain('under €350')
  expect(texts).not.toMatch(/\$\d/)
})

it('samples are what a form of the campus would save', () => {
  changeCampus({ faculties: ['Law', 'Medicine'], itemKinds: ['Boats', 'Other'] })
  for (const { category, body, photos } of demoListings(new Date())) {
    const input = { ...body, photos: photos.map(() => '/uploads/sample.webp') }
    expect(listingInput[category].safeParse(input).error, JSON.stringify(body)).toBeUndefined()
  }
})
