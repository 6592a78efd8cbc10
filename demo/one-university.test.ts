import { expect, it } from 'vitest'
import { campus, findUniversity } from '#campus/campus.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { demoStudents } from './students.ts'

it('sample students of a campus with one university have its addresses', () => {
  changeCampus({ universities: campus.universities.slice(0, 1) })
  const emails = Object.values(demoStudents).map(({ email }) => email)
  expect(new Set(emails).size).toBe(8)
  for (const email of emails) {
    expect(findUniversity(email)?.name, email).toBe(campus.universities[0]?.name)
  }
})
