import { describe, expect, it } from 'vitest'
import { passwordManagerRules, passwordProblem, passwordRules } from './password-rules.ts'

describe('password rules', () => {
  it.each([
    ['abc1!', 'Must be longer than 8 characters'],
    ['abcdef1!', 'Must be longer than 8 characters'],
    ['abcdefgh!', 'Must include a number'],
    ['abcdefgh1', 'Must include special character'],
    ['abcdefg1-', 'Must include special character'],
    ['abcdefg1!', undefined],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  it.each([...'!@#$%^&*(),.?":{}|<>'])('counts %s as special', (character) => {
    expect(passwordProblem(`abcdefg1${character}`)).toBeUndefined()
  })

  it('are told to password managers', () => {
    expect(passwordManagerRules).toBe(
      'minlength: 9; maxlength: 128; required: digit; required: [!@#$%^&*(),.?":{}|<>]; required: lower; required: upper;',
    )
  })

  it('can be checked one by one', () => {
    const met = passwordRules.filter((rule) => rule.isMet('12345')).map((rule) => rule.id)
    expect(met).toEqual(['number'])
  })
})
