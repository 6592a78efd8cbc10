import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it.each([
  'Password1!',
  'PASSWORD!1',
  'password2026!',
  'P@ssw0rd1!',
  '123456789!',
  '1qaz2wsx!',
  'iloveyou 123!',
  'qwertyuiop1!',
])('%j is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

it.each(['correct horse 1!', 'brand new horse 2?', 'dragon7394018265!', 'Tr0ub4dor&3'])(
  '%j is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
