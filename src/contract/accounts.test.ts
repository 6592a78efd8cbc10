import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import {
  loginBody,
  requestPasswordResetBody,
  resetPasswordBody,
  resetPasswordFields,
  signUpBody,
} from './accounts.ts'
import { fieldErrors } from './errors.ts'

stayOnBuiltInCampus()

const valid = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: at('ada'),
  password: 'correct horse 1!',
  confirmPassword: 'correct horse 1!',
}

function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const { error } = schema.safeParse(input)
  return error ? fieldErrors(error) : {}
}

describe('signUp', () => {
  it('reports all missing fields at once', () => {
    const required = 'Field required'
    expect(problems(signUpBody, {})).toEqual({
      firstName: required,
      lastName: required,
      email: required,
      password: required,
      confirmPassword: required,
    })
    const blank = {
      firstName: ' ',
      lastName: '\u2060\t',
      email: ' ',
      password: '',
      confirmPassword: '',
    }
    expect(Object.values(problems(signUpBody, blank))).toEqual(Array(5).fill(required))
  })

  it('reports differing passwords together with other invalid fields', () => {
    const input = { ...valid, firstName: undefined, email: 'ada@example.com', confirmPassword: 'x' }
    expect(problems(signUpBody, input)).toEqual({
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
    ['with \0 nul 1!', "Contains a character we can't read"],
    ['half \ud800 pair 1!', "Contains a character we can't read"],
    [12345678901, 'Must be text'],
  ])('rejects the password %j', (password, message) => {
    const found = problems(signUpBody, { ...valid, password, confirmPassword: password })
    expect(found.password).toBe(message)
  })

  it.each([
    'ada@gmail.com',
    `${at('ada')}.evil.com`,
    at('ada').replace('@', '@sub.'),
    at('ada').replace('@', '@evil-'),
    `ada ${at('lovelace')}`,
    at(''),
    at('ada.'),
    at('a'.repeat(250)),
  ])('rejects %j, which is no campus email', (email) => {
    const message = 'Invalid UWaterloo or Laurier email'
    expect(problems(signUpBody, { ...valid, email })).toEqual({ email: message })
  })

  it('trims names, normalizes the email and leaves the password unchanged', () => {
    const password = '  spaces stay 1! '
    const given = {
      firstName: '  Ada ',
      lastName: ' Lovelace',
      email: ' Ada.L@MyLaurier.CA ',
      password,
      confirmPassword: password,
    }
    expect(signUpBody.parse({ ...given, id: 7, role: 'admin' })).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: at('ada.l', 1),
      password,
      confirmPassword: password,
    })
  })

  it.each([
    'Ada',
    'Zoë',
    'Zoe\u0308',
    'O’Brien',
    "O'Brien",
    'Anne-Marie',
    'María José',
    'St. John',
    'Jr.',
    'J. R.',
    'J.R.R.',
    'E\u0301.B.',
    'X Æ 12',
    '2 Chainz',
    '李小龍',
    '田中\u3000太郎',
    '김민준',
    'محمد',
    'מיכאל',
    'Владимир',
    'अनिरुद्ध',
    'ஶ்ரீ',
    'Nguyễn',
    '\u02BBIolani',
  ])('takes the name %j', (lastName) => {
    expect(problems(signUpBody, { ...valid, lastName })).toEqual({})
  })

  it.each([
    'Ada\r\nB',
    'A\tB',
    'Ada\u202E',
    'Ada\u200B',
    'http://x',
    'evil.example',
    'www.x',
    '5.5',
    'Ada@wlu',
    'Ada 🦆',
    '<b>Ada</b>',
    'Ada, PhD',
    'Ada_L',
    'Ada & Bob',
  ])('rejects the name %j', (firstName) => {
    expect(problems(signUpBody, { ...valid, firstName })).toEqual({
      firstName: "Use letters, spaces, ' and - only.",
    })
  })

  it.each(['1234', '-', "' -", '٣٤', '1\u3164'])(
    'rejects the name %j, which has no letter',
    (firstName) => {
      expect(problems(signUpBody, { ...valid, firstName })).toEqual({
        firstName: 'Must include a letter',
      })
    },
  )

  it('limits names to 60 characters', () => {
    expect(problems(signUpBody, { ...valid, firstName: 'a'.repeat(60) })).toEqual({})
    expect(problems(signUpBody, { ...valid, firstName: 'a'.repeat(61) })).toEqual({
      firstName: 'Must be at most 60 characters',
    })
    expect(problems(signUpBody, { ...valid, lastName: 'a\0b' })).toEqual({
      lastName: "Contains a character we can't read",
    })
  })
})

describe('other account forms', () => {
  it('login requires both fields and does not validate them further', () => {
    expect(problems(loginBody, {})).toEqual({ email: 'Field required', password: 'Field required' })
    expect(problems(loginBody, { email: 'someone@else.com', password: 'x' })).toEqual({})
  })

  it('a request for a reset requires an email, whose domain the server checks', () => {
    expect(problems(requestPasswordResetBody, { email: '' })).toEqual({ email: 'Field required' })
    expect(problems(requestPasswordResetBody, { email: 'ada@mcmaster.ca' })).toEqual({})
  })

  it('a reset applies the password rules', () => {
    expect(problems(resetPasswordBody, { password: 'short' })).toEqual({
      token: 'Field required',
      password: 'Must be longer than 8 characters',
    })
    expect(
      problems(resetPasswordFields, { password: valid.password, confirmPassword: 'x' }),
    ).toEqual({ confirmPassword: 'Passwords must match' })
  })
})
