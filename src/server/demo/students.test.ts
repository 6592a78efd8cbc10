import { describe, expect, it } from 'vitest'
import { universities, universityOf } from '#campus.ts'
import { signUp } from '#contract/accounts.ts'
import { STUDENTS } from './students.ts'

describe('sample students', () => {
  const students = Object.values(STUDENTS)

  it('could each have signed up by hand', () => {
    for (const student of students) {
      expect(() => signUp.parse({ ...student, confirmPassword: student.password })).not.toThrow()
    }
  })

  it('are eight, of every university, each with an address of their own', () => {
    expect(new Set(students.map(({ email }) => email)).size).toBe(8)
    for (const university of universities) {
      expect(students.some(({ email }) => universityOf(email) === university)).toBe(true)
    }
  })
})
