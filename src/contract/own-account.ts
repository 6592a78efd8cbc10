import { z } from 'zod'
import { loginBody, resetPasswordFields, sessionUser, signUpBody, type User } from './accounts.ts'
import { messageMailSettings } from './message-rules.ts'

/** The account as its owner sees it. */
export const ownAccount = sessionUser.extend({
  joinedAt: z.string(),
  confirmedAt: z.string().nullable(),
  /** Whether students who read a listing see the email address. */
  showsEmail: z.boolean(),
  /** Whether emails remind the student of listings that end. */
  mailReminders: z.boolean(),
  /** When emails announce unread messages. */
  mailMessages: z.enum(messageMailSettings),
  /** Whether emails announce new matches of saved searches, and changes to favourites. */
  mailSaved: z.boolean(),
  /** Whether these emails cover favourites too: price drops, and when one is pending, sold or available again. */
  mailFavourites: z.boolean(),
  /** Whether an admin gets an email about the last week on Mondays. Students without that role get none. */
  mailWeekly: z.boolean(),
  /** When a mail server last refused the address for good. */
  bouncedAt: z.string().nullable(),
  /** Whether the mail server refused the last confirmation code, as it does while the mailbox is full. */
  isCodeRefused: z.boolean(),
  /** Whether the student is the only admin. Such an account cannot be deleted. */
  isOnlyAdmin: z.boolean(),
})

const { firstName, lastName } = signUpBody.shape

/** A field that is left out stays as it is, and is not checked again. */
export const changeAccountBody = z
  .object({
    firstName,
    lastName,
    showsEmail: z.boolean(),
    mailReminders: z.boolean(),
    mailMessages: z.enum(messageMailSettings),
    mailSaved: z.boolean(),
    mailFavourites: z.boolean(),
    mailWeekly: z.boolean(),
  })
  .partial()

type Names = Pick<User, 'firstName' | 'lastName'>

/** Validates only the names that differ from the stored ones, because stored names may be older than the rules. */
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

/** The fields of the form, which sends `changePasswordBody`. */
export const changePasswordFields = resetPasswordFields.safeExtend({
  current: loginBody.shape.password,
})

/** The same fields for an account without a password, which leaves the current one empty. */
export const newPasswordFields = resetPasswordFields.safeExtend({ current: z.string() })

const { current, password } = changePasswordFields.shape

/** `current` is null for an account without a password. */
export const changePasswordBody = z.object({ current: current.nullable(), password })

/** A device where the student is logged in. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser and system, such as "Firefox on Windows"; null if they are unknown. */
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
  'passkey added',
  'passkey removed',
  'passkey refused',
  'second factor added',
  'second factor removed',
  'second factor failure',
  'second factor reset',
  'recovery codes made',
  'recovery code used',
  'university account joined',
] as const

/** An event. Events that strangers can cause are one entry per day, with a count and the last time. */
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
