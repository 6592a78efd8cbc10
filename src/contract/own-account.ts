import { z } from 'zod'
import {
  deleteAccountBody,
  resetPasswordFields,
  sessionUser,
  signUpBody,
  type User,
} from './accounts.ts'
import { messageMailSettings } from './message-rules.ts'

/** The account as its own student sees it. */
export const ownAccount = sessionUser.extend({
  joinedAt: z.string(),
  confirmedAt: z.string().nullable(),
  /** Whether students who read a listing see the address. */
  showsEmail: z.boolean(),
  /** Whether mails remind of listings that end. */
  mailReminders: z.boolean(),
  /** When mails tell of messages that were not read. */
  mailMessages: z.enum(messageMailSettings),
  /** Whether mails tell of what saved searches find, and of favourites. */
  mailSaved: z.boolean(),
  /** Whether they tell of favourites, too: when the price drops, when one is pending, sold or back. */
  mailFavourites: z.boolean(),
  /** When a mail server last refused the address for good. */
  bouncedAt: z.string().nullable(),
  /** The last confirmation code did not arrive: the mail server refused it, as it does while the mailbox is full. */
  isCodeRefused: z.boolean(),
  /** The account cannot be deleted while nobody else is an admin. */
  isOnlyAdmin: z.boolean(),
})

const { firstName, lastName } = signUpBody.shape

/** What is left out stays as it is, and is not checked again. */
export const changeAccountBody = z
  .object({
    firstName,
    lastName,
    showsEmail: z.boolean(),
    mailReminders: z.boolean(),
    mailMessages: z.enum(messageMailSettings),
    mailSaved: z.boolean(),
    mailFavourites: z.boolean(),
  })
  .partial()

type Names = Pick<User, 'firstName' | 'lastName'>

/** The form of both names gives those that differ: what is stored may be older than the rules. */
export const changedNames = (stored: Names) =>
  z
    .object({ firstName: z.string(), lastName: z.string() })
    .transform(
      (names): Partial<Names> => ({
        ...(names.firstName !== stored.firstName && { firstName: names.firstName }),
        ...(names.lastName !== stored.lastName && { lastName: names.lastName }),
      }),
    )
    .pipe(changeAccountBody.pick({ firstName: true, lastName: true }))

/** The form; it sends `changePasswordBody`. */
export const changePasswordFields = resetPasswordFields.safeExtend({
  current: deleteAccountBody.shape.password,
})

const { current, password } = changePasswordFields.shape

export const changePasswordBody = z.object({ current, password })

/** A device where the student is logged in. */
export const ownSession = z.object({
  id: z.string(),
  /** "Firefox on Windows"; null if it does not say. */
  device: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})

const securityEventKinds = [
  'login',
  'login failure',
  'reset request',
  'password reset',
  'password change',
  'email confirmation',
  'session end',
  'data export',
  'account deletion',
  'role change',
] as const

/** What strangers can cause comes as one entry a day, with how often it happened and the last time. */
export const securityEvent = z.object({
  id: z.number().int(),
  kind: z.enum(securityEventKinds),
  device: z.string().nullable(),
  createdAt: z.string(),
  count: z.number().int(),
})

export type OwnAccount = z.infer<typeof ownAccount>
export type ChangeAccount = z.infer<typeof changeAccountBody>
export type ChangePassword = z.infer<typeof changePasswordBody>
export type ChangePasswordFields = z.infer<typeof changePasswordFields>
export type OwnSession = z.infer<typeof ownSession>
export type SecurityEventKind = (typeof securityEventKinds)[number]
export type SecurityEvent = z.infer<typeof securityEvent>
