import { describe, expect, it } from 'vitest'
import { campus, findUniversity } from '#campus/campus.ts'
import { signUpBody } from '#contract/accounts.ts'
import { demoStudents } from './students.ts'

describe('sample students', () => {
  const students = Object.values(demoStudents)

  it('are valid sign-ups', () => {
    for (const student of students) {
      expect(() =>
        signUpBody.parse({ ...student, confirmPassword: student.password }),
      ).not.toThrow()
    }
  })

  it('are eight with distinct addresses, at least one of every university', () => {
    expect(new Set(students.map(({ email }) => email)).size).toBe(8)
    for (const university of campus.universities) {
      expect(students.some(({ email }) => findUniversity(email) === university)).toBe(true)
    }
  })
})
