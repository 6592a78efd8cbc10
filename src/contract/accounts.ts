import { z } from 'zod'
import { invalidEmailMessage, isCampusEmail } from '#campus.ts'
import { fieldRequiredMessage } from '#categories/field-schemas.ts'
import { hasBidiControl, isBlank, isStorableText } from '#categories/text-rules.ts'
import { maxPasswordLength, passwordProblem, passwordRules } from './password-rules.ts'

const maxNameLength = 60
const maxEmailLength = 254

const text = z.string({
  error: ({ input }) =>
    input === undefined || input === null ? fieldRequiredMessage : 'Must be text',
})

/** A refinement that adds at most one message. */
const check = (findProblem: (value: string) => string | undefined) =>
  z.superRefine<string>((value, context) => {
    const message = findProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

function textProblem(value: string, maxLength: number): string | undefined {
  if (value === '') return fieldRequiredMessage
  if (value.length > maxLength) return `Must be at most ${maxLength} characters`
  if (!isStorableText(value)) return 'Contains a character that is not text'
}

/** Names appear in mails: no line breaks or links. */
const forbiddenInNames = /\p{Cc}|:\/\//u

const name = text
  .trim()
  .check(
    check((value) => {
      if (isBlank(value)) return fieldRequiredMessage
      const problem = textProblem(value, maxNameLength)
      if (problem) return problem
      if (forbiddenInNames.test(value) || hasBidiControl(value)) {
        return 'Contains a character that is not part of a name'
      }
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
      return valid ? undefined : invalidEmailMessage
    }),
  )

/** Runs even when other fields are invalid (`when`), so that all errors are reported at once. */
const passwordsMatch = (message: string) =>
  z.refine<{ password: string; confirmPassword: string }>(
    (form) => form.password === form.confirmPassword,
    { path: ['confirmPassword'], message, when: ({ value }) => isFilledIn(value) },
  )

const filledIn = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) })
const isFilledIn = (form: unknown) => filledIn.safeParse(form).success

export const signUpBody = z
  .object({
    firstName: name,
    lastName: name,
    email: campusEmail,
    password: newPassword,
    confirmPassword: text.check(
      check((value) => (value === '' ? fieldRequiredMessage : undefined)),
    ),
  })
  .check(passwordsMatch('Passwords do not match'))

export const loginBody = z.object({ email: anyEmail, password })

export const requestPasswordResetBody = z.object({ email: campusEmail })

export const resetPasswordBody = z.object({
  token: text.check(check((value) => textProblem(value, 200))),
  password: newPassword,
})

export const resetLinkQuery = resetPasswordBody.pick({ token: true })

/** A link that has expired or was used is an answer, not an error. */
export const resetLinkResponse = z.object({ isValid: z.boolean() })

export const invalidResetLinkMessage =
  'This reset link has expired or was already used. Please request a new one.'

/** The form; it sends `changePassword`. */
export const resetPasswordFields = z
  .object({ password: newPassword, confirmPassword: signUpBody.shape.confirmPassword })
  .check(passwordsMatch('Passwords must match'))

export const deleteAccountBody = z.object({ password })

export const userResponse = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})

export const notLoggedIn = z.object({ error: z.literal('Not signed in') })

/** Both with status 200: having no session is not an error. */
export const sessionResponse = z.union([userResponse, notLoggedIn])

export const messageResponse = z.object({ message: z.string() })

export const accountExport = z.object({
  exportedAt: z.string(),
  user: userResponse.extend({ joinedAt: z.string() }),
  sessions: z.array(z.object({ startedAt: z.string(), lastRefreshedAt: z.string() })),
  resets: z.array(z.object({ askedAt: z.string(), expiresAt: z.string() })),
  listings: z.array(
    z.object({
      id: z.number(),
      category: z.string(),
      title: z.string(),
      price: z.number(),
      description: z.string(),
      details: z.record(z.string(), z.unknown()),
      photos: z.array(z.unknown()),
      postedAt: z.string(),
      updatedAt: z.string(),
      status: z.string(),
      endsAt: z.string(),
      renewedAt: z.string().nullable(),
      views: z.array(z.object({ day: z.string(), views: z.number() })),
    }),
  ),
  uploads: z.array(z.object({ url: z.string(), bytes: z.number(), uploadedAt: z.string() })),
  mails: z.array(
    z.object({ subject: z.string(), writtenAt: z.string(), sentAt: z.string().nullable() }),
  ),
})

export type SignUp = z.infer<typeof signUpBody>
export type Login = z.infer<typeof loginBody>
export type RequestPasswordReset = z.infer<typeof requestPasswordResetBody>
export type ResetPassword = z.infer<typeof resetPasswordBody>
export type ResetLink = z.infer<typeof resetLinkResponse>
export type ResetPasswordFields = z.infer<typeof resetPasswordFields>
export type DeleteAccount = z.infer<typeof deleteAccountBody>
export type SessionUser = z.infer<typeof userResponse>
export type SessionResponse = z.infer<typeof sessionResponse>
export type AccountExport = z.infer<typeof accountExport>
