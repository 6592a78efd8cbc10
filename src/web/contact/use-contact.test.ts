import { expect, it } from 'vitest'
import type { Contact } from '#contract/listings.ts'
import { at } from '#tests/support/campus-email.ts'
import { ApiError } from '../queries/api.ts'
import { contactKind } from './use-contact.ts'

const contact: Contact = {
  name: 'Ada Lovelace',
  email: at('ada'),
  messages: true,
  blocked: false,
  thread_id: null,
  url: 'https://quad.example/misc/1',
}
const blocked = { ...contact, messages: false, blocked: true }
const unconfirmed = new ApiError(403, { code: 'unconfirmed' })

it.each([
  ['a message, before the contact is there', true, undefined, null, 'message'],
  ['a message, if the contact could not be loaded', true, undefined, new TypeError(), 'message'],
  ['a message', true, contact, null, 'message'],
  ['the conversation that there is', true, { ...contact, thread_id: 3 }, null, 'thread'],
  ['the code field, for a new account', true, undefined, unconfirmed, 'confirm'],
  ['a mail, where there are no messages', true, { ...contact, messages: false }, null, 'email'],
  ['nothing', true, { ...contact, messages: false, email: null }, null, 'none'],
  ['nothing, to one whom the reader has blocked', true, blocked, null, 'none'],
  ['the conversation with one', true, { ...blocked, thread_id: 3 }, null, 'thread'],
  ['the login, for a visitor', false, undefined, null, 'login'],
  ['the login, for a visitor who sees the address', false, contact, null, 'login'],
  ['a mail, for such a visitor', false, { ...contact, messages: false }, null, 'email'],
] as const)('the first way to a seller is %s', (_, isLoggedIn, data, error, kind) => {
  expect(contactKind({ isLoggedIn, data, error })).toBe(kind)
})
