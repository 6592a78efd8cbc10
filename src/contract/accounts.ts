import { z } from 'zod'
import { campus, isCampusEmail } from '#campus/campus.ts'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { isBlank, isStorableText } from '#categories/text-rules.ts'
import { confirmationCode } from './account-rules.ts'
import { userRoles } from './moderation-rules.ts'
import { maxPasswordLength, passwordProblem, passwordRules } from './password-rules.ts'
import {
  isReservedFirstName,
  isReservedFullName,
  isReservedLastName,
  reservedNameMessage,
} from './reserved-names.ts'

const maxNameLength = 60
const maxEmailLength = 254

const text = z.string({
  error: ({ input }) =>
    input === undefined || input === null ? fieldRequiredMessage : 'Must be text',
})

/** Builds a refinement that adds at most one message. */
const check = (findProblem: (value: string) => string | undefined) =>
  z.superRefine<string>((value, context) => {
    const message = findProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

function textProblem(value: string, maxLength: number): string | undefined {
  if (value === '') return fieldRequiredMessage
  if (value.length > maxLength) return `Must be at most ${maxLength} characters`
  if (!isStorableText(value)) return "Contains a character we can't read"
}

/** Allows letters of any script. A dot must end the name or a word, or follow an initial: "evil.example" is not a name. */
const nameText =
  /^(?:[\p{L}\p{M}\p{Nd}\p{Zs}'’-]|\.(?=\p{Zs}|$)|(?<=(?<![\p{L}\p{M}\p{Nd}])\p{L}\p{M}*)\.)+$/u

/** Excludes Hangul fillers, which are letters but are drawn as nothing. */
const visibleLetter = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u

/** Names that were stored before these rules stay as they are. */
const name = (isReserved: (name: string) => boolean) =>
  text
    .trim()
    .check(
      check((value) => {
        if (isBlank(value)) return fieldRequiredMessage
        const problem = textProblem(value, maxNameLength)
        if (problem) return problem
        if (!nameText.test(value)) return "Use letters, spaces, ' and - only."
        if (!visibleLetter.test(value)) return 'Must include a letter'
        if (isReserved(value)) return reservedNameMessage()
      }),
    )
    .meta({ minLength: 1, maxLength: maxNameLength })

const password = text.check(check((value) => textProblem(value, maxPasswordLength)))

const newPassword = text
  .check(check((value) => textProblem(value, maxPasswordLength) ?? passwordProblem(value)))
  .meta({
    description: passwordRules.map(({ label }) => label).join('. '),
    maxLength: maxPasswordLength,
  })

const anyEmail = text
  .trim()
  .toLowerCase()
  .check(check((value) => textProblem(value, maxEmailLength)))

const campusEmail = text
  .trim()
  .toLowerCase()
  .check(
    check((value) => {
      if (value === '') return fieldRequiredMessage
      const valid = value.length <= maxEmailLength && isCampusEmail(value)
      return valid ? undefined : campus.invalidEmailMessage
    }),
  )

/**
 * Checks that both passwords are equal. Runs even if other fields are invalid (`when`), so that all errors are reported
 * at once.
 */
const passwordsMatch = (message: string) =>
  z.refine<{ password: string; confirmPassword: string }>(
    (form) => form.password === form.confirmPassword,
    { path: ['confirmPassword'], message, when: ({ value }) => isFilledIn(value) },
  )

const filledIn = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) })
const isFilledIn = (form: unknown) => filledIn.safeParse(form).success

/** First and last name together must not look like the site's own name either. */
const notReserved = z.refine<{ firstName: string; lastName: string }>(
  ({ firstName, lastName }) => !isReservedFullName(firstName, lastName),
  { path: ['lastName'], error: reservedNameMessage, when: ({ value }) => hasNames(value) },
)

const validNames = z.object({
  firstName: name(isReservedFirstName),
  lastName: name(isReservedLastName),
})
const hasNames = (form: unknown) => validNames.safeParse(form).success

export const signUpBody = z
  .object({
    ...validNames.shape,
    email: campusEmail,
    password: newPassword,
    confirmPassword: text.check(
      check((value) => (value === '' ? fieldRequiredMessage : undefined)),
    ),
  })
  .check(passwordsMatch('Passwords do not match'), notReserved)

const codeText = new RegExp(`^\\d{${confirmationCode.digits}}$`)

/** The code may be typed with or without separators: "123456", "123 456", "123-456". */
export const confirmEmailBody = z.object({
  code: text
    .overwrite((value) => value.replaceAll(/[\s\p{Pd}]/gu, ''))
    .check(
      check((value) => {
        if (value === '') return fieldRequiredMessage
        if (!codeText.test(value)) return `Enter the ${confirmationCode.digits} digits of the code`
      }),
    )
    .meta({ example: '123456' }),
})

export const loginBody = z.object({ email: anyEmail, password })

/** The server checks the domain. Only the server knows which students have one that the campus has removed. */
export const requestPasswordResetBody = z.object({ email: anyEmail })

export const resetPasswordBody = z.object({
  token: text.check(check((value) => textProblem(value, 200))),
  password: newPassword,
  /** Whether the passkeys still log in afterwards. */
  keepsPasskeys: z.boolean().default(false),
})

export const checkResetLinkBody = resetPasswordBody.pick({ token: true })

export const checkResetLinkResponse = z.object({
  message: z.string(),
  /** Whether the account has passkeys, so that the form asks what happens to them. */
  hasPasskeys: z.boolean(),
})

export const invalidResetLinkMessage =
  'This reset link has expired or was already used. Ask for a new one.'

/** The fields of the form. The form sends `resetPasswordBody`, with the token from the link. */
export const resetPasswordFields = z
  .object({
    password: newPassword,
    confirmPassword: signUpBody.shape.confirmPassword,
    keepsPasskeys: z.boolean().optional(),
  })
  .check(passwordsMatch('Passwords must match'))

export const userResponse = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})

/**
 * The state of the mailbox. A `required` account is new and must confirm the mailbox before it may do much. A `due`
 * account is asked at its next publication, because it never confirmed or because a year has passed.
 */
export const mailboxStates = ['confirmed', 'due', 'required'] as const

export const sessionUser = userResponse.extend({
  confirmation: z.enum(mailboxStates),
  /** A suspended moderator has the role of a student, and so has one without a second factor. */
  role: z.enum(userRoles),
  /**
   * Whether a moderator or admin has to set up a second factor (`missing`) or use it on this device (`due`) before the
   * role counts. Null for everyone else.
   */
  secondFactor: z.enum(['missing', 'due']).nullable(),
  /**
   * A suspension blocks posting, starting conversations and reporting. The message says until when, why, and how to
   * appeal.
   */
  suspension: z.object({ until: z.iso.datetime(), message: z.string() }).nullable(),
  /**
   * Set while an admin's hold or a planned deletion hides the student's listings and blocks posting. `canDelete` says
   * whether they may delete things, and does not say why. `deletionAt` is when the account is deleted, unless the student keeps it.
   */
  pause: z
    .object({
      canDelete: z.boolean(),
      message: z.string(),
      deletionAt: z.iso.datetime().nullable(),
    })
    .optional(),
  /** Whether the student may post. The university says who somebody is, and POSTING_AFFILIATIONS who may post. */
  mayPost: z.boolean(),
  /** How many threads have unread messages. Null for a student without threads if the site does not allow new ones. */
  unread: z.int().nullable(),
  /** The ids of saved listings, most recently saved first. */
  favourites: z.array(z.int()),
})

export const notLoggedIn = z.object({ error: z.literal('Not signed in') })

/** Both answers have status 200: having no session is not an error. */
export const sessionResponse = z.union([sessionUser, notLoggedIn])

export const messageResponse = z.object({ message: z.string() })

export const logoutResponse = messageResponse.extend({
  /** Where the browser goes next to log out of the university, if it offers that. */
  universityLogoutUrl: z.string().optional(),
})

export const resendCodeResponse = messageResponse.extend({
  /** Seconds until the student can ask for the next code. */
  retryAfter: z.number().int(),
})

/** A note to show although the request succeeded. */
const notice = z.string().optional()

export const signUpResponse = userResponse.extend({ notice })

export const passwordChangedResponse = messageResponse.extend({ notice })

export type SignUp = z.infer<typeof signUpBody>
export type ConfirmEmail = z.infer<typeof confirmEmailBody>
export type SignUpResponse = z.infer<typeof signUpResponse>
export type PasswordChanged = z.infer<typeof passwordChangedResponse>
export type ResendCode = z.infer<typeof resendCodeResponse>
export type Login = z.infer<typeof loginBody>
export type RequestPasswordReset = z.infer<typeof requestPasswordResetBody>
export type ResetPassword = z.infer<typeof resetPasswordBody>
export type CheckedResetLink = z.infer<typeof checkResetLinkResponse>
export type Logout = z.infer<typeof logoutResponse>
export type ResetPasswordFields = z.infer<typeof resetPasswordFields>
export type User = z.infer<typeof userResponse>
export type MailboxState = (typeof mailboxStates)[number]
export type SessionUser = z.infer<typeof sessionUser>
/** The part that most requests need and that takes no extra query. */
export type RequestUser = Omit<SessionUser, 'favourites'>
export type SessionResponse = z.infer<typeof sessionResponse>
