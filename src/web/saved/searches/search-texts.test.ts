import { expect, it } from 'vitest'
import type { OwnAccount } from '#contract/own-account.ts'
import { ApiError } from '../../queries/api.ts'
import { frequencyToast, savedToast, searchNotSavedToast } from './search-texts.ts'

const account = { confirmation: 'confirmed', bouncedAt: null, mailSaved: true } as OwnAccount
const toast = (changes?: Partial<OwnAccount>) =>
  savedToast({ frequency: 'daily' }, changes && { ...account, ...changes })

it('says when mails come', () => {
  const text = "Search saved. We'll email you at 8 am when something new is posted."
  const action = { label: 'See saved', href: '/saved' }
  expect(toast({})).toMatchObject({ variant: 'ok', text, action })
  expect(toast()).toMatchObject({ text })
})

it.each([
  [{ mailSaved: false }, /favourites are off/, 'Turn them on', '/account#email'],
  [{ bouncedAt: '2026-11-01T12:00:00.000Z' }, /bounced/, 'Confirm it again', '/account'],
  [{ confirmation: 'required' }, /once you confirm your email/, 'Confirm it', '/account'],
] as const)('promises no mail that does not come: %j', (changes, text, label, href) => {
  expect(toast(changes)).toMatchObject({
    text: expect.stringMatching(text),
    action: { label, href },
  })
})

it('names the search whose mails have changed', () => {
  const { text } = frequencyToast({ label: 'Rentals: “lamp”', frequency: 'off' })
  expect(text).toBe("Rentals: “lamp”. We won't email you about this search.")
})

it.each([
  [401, { label: 'Log in', href: '/login?next=%2Fmisc%3Fq%3Dlamp%23save-search' }],
  [429, { label: 'See saved', href: '/saved' }],
  [503, undefined],
])('says after %i what to do', (status, action) => {
  const error = new ApiError(status, { error: 'No.' })
  expect(searchNotSavedToast(error, '/misc?q=lamp').action).toEqual(action)
})
