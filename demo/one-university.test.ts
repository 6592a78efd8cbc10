import { expect, it, vi } from 'vitest'
import { findUniversity } from '#campus.ts'
import { demoStudents } from './students.ts'

vi.mock('#campus.ts', async (importOriginal) => {
  const { universities, ...campus } = await importOriginal<typeof import('#campus.ts')>()
  return { ...campus, universities: universities.slice(0, 1) }
})

it('sample students of a campus with one university have its addresses', () => {
  const emails = Object.values(demoStudents).map(({ email }) => email)
  expect(new Set(emails).size).toBe(8)
  for (const email of emails) expect(findUniversity(email)?.shortName, email).toBe('Waterloo')
})
