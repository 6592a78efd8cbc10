import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { changePassword, changePasswordForm, login, resetPassword, signUp } from './accounts.ts'

const valid = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@uwaterloo.ca',
  password: 'correct horse 1!',
  confirmPassword: 'correct horse 1!',
}

/** The first message of each wrong field. */
function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    found[path.join('.')] ??= message
  }
  return found
}

describe('sign-up', () => {
  it('names every missing field at once', () => {
    const required = 'Field required'
    expect(problems(signUp, {})).toEqual({
      firstName: required,
      lastName: required,
      email: required,
      password: required,
      confirmPassword: required,
    })
    const blank = { firstName: ' ', lastName: '\t', email: ' ', password: '', confirmPassword: '' }
    expect(Object.values(problems(signUp, blank))).toEqual(Array(5).fill(required))
  })

  it('names passwords that differ beside the other wrong fields', () => {
    const input = { ...valid, firstName: undefined, email: 'ada@example.com', confirmPassword: 'x' }
    expect(problems(signUp, input)).toEqual({
      firstName: 'Field required',
      email: 'Invalid UWaterloo or Laurier email',
      confirmPassword: 'Passwords do not match',
    })
  })

  it.each([
    ['short1!', 'Must be longer than 8 characters'],
    ['no numbers!', 'Must include a number'],
    ['no special 1', 'Must include special character'],
    [`1!${'a'.repeat(127)}`, 'Must be at most 128 characters'],
    ['with \0 nul 1!', 'Contains a character that is not text'],
    ['half \ud800 pair 1!', 'Contains a character that is not text'],
    [12345678901, 'Must be text'],
  ])('refuses the password %j', (password, message) => {
    const found = problems(signUp, { ...valid, password, confirmPassword: password })
    expect(found.password).toBe(message)
  })

  it.each([
    'ada@gmail.com',
    'ada@uwaterloo.ca.evil.com',
    'ada@sub.uwaterloo.ca',
    'ada@evil-uwaterloo.ca',
    'ada lovelace@uwaterloo.ca',
    '@uwaterloo.ca',
    `${'a'.repeat(250)}@uwaterloo.ca`,
  ])('knows that %j is no campus address', (email) => {
    const message = 'Invalid UWaterloo or Laurier email'
    expect(problems(signUp, { ...valid, email })).toEqual({ email: message })
  })

  it('trims and lower-cases what identifies, and never touches a password', () => {
    const password = '  spaces stay 1! '
    const given = {
      firstName: '  Ada ',
      lastName: ' Lovelace',
      email: ' Ada.L@MyLaurier.CA ',
      password,
      confirmPassword: password,
    }
    expect(signUp.parse({ ...given, id: 7, role: 'admin' })).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada.l@mylaurier.ca',
      password,
      confirmPassword: password,
    })
  })

  it.each(['Ada\r\nB', 'Ada\u202E', 'see https://x.example', 'A\tB'])(
    'takes no name that could pass for more than a name: %j',
    (firstName) => {
      expect(Object.keys(problems(signUp, { ...valid, firstName }))).toEqual(['firstName'])
    },
  )

  it('takes names of 60 characters and no more', () => {
    expect(problems(signUp, { ...valid, firstName: 'a'.repeat(60) })).toEqual({})
    expect(problems(signUp, { ...valid, firstName: 'a'.repeat(61) })).toEqual({
      firstName: 'Must be at most 60 characters',
    })
    expect(problems(signUp, { ...valid, lastName: 'a\0b' })).toEqual({
      lastName: 'Contains a character that is not text',
    })
  })
})

describe('the other forms', () => {
  it('asks for both at login, and judges neither', () => {
    expect(problems(login, {})).toEqual({ email: 'Field required', password: 'Field required' })
    expect(problems(login, { email: 'someone@else.com', password: 'x' })).toEqual({})
  })

  it('asks for a campus address at reset', () => {
    expect(problems(resetPassword, { email: '' })).toEqual({ email: 'Field required' })
    expect(problems(resetPassword, { email: 'ada@mcmaster.ca' })).toEqual({
      email: 'Invalid UWaterloo or Laurier email',
    })
  })

  it('holds a changed password to the same rules', () => {
    expect(problems(changePassword, { password: 'short' })).toEqual({
      token: 'Field required',
      password: 'Must be longer than 8 characters',
    })
    expect(
      problems(changePasswordForm, { password: valid.password, confirmPassword: 'x' }),
    ).toEqual({ confirmPassword: 'Passwords must match' })
  })
})
