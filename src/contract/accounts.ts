import { z } from 'zod'
import { invalidEmailMessage, isCampusEmail } from '#campus.ts'
import { longestPassword, passwordProblem, passwordRules } from './password-rules.ts'

const fieldRequired = 'Field required'
const longestName = 60
const longestEmail = 254

const text = z.string({
  error: ({ input }) => (input === undefined || input === null ? fieldRequired : 'Must be text'),
})

/** Adds at most one message to a field: the first that applies. */
const check = (problem: (value: string) => string | undefined) =>
  z.superRefine<string>((value, context) => {
    const message = problem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

function textProblem(value: string, longest: number): string | undefined {
  if (value === '') return fieldRequired
  if (value.length > longest) return `Must be at most ${longest} characters`
  if (value.includes('\0') || !value.isWellFormed()) return 'Contains a character that is not text'
}

/** A name stands in mails to its owner: neither lines nor links, nor marks that turn text around. */
const notInNames = /[\p{Cc}\u202A-\u202E\u2066-\u2069]|:\/\//u

const name = text
  .trim()
  .check(
    check((value) => {
      const problem = textProblem(value, longestName)
      if (problem) return problem
      if (notInNames.test(value)) return 'Contains a character that is not part of a name'
    }),
  )
  .meta({ minLength: 1, maxLength: longestName })

const password = text.check(check((value) => textProblem(value, longestPassword)))

const newPassword = text
  .check(check((value) => textProblem(value, longestPassword) ?? passwordProblem(value)))
  .meta({
    description: passwordRules.map(({ label }) => label).join('. '),
    maxLength: longestPassword,
  })

const anyEmail = text
  .trim()
  .toLowerCase()
  .check(check((value) => textProblem(value, longestEmail)))

const campusEmail = text
  .trim()
  .toLowerCase()
  .check(
    check((value) => {
      if (value === '') return fieldRequired
      const valid = value.length <= longestEmail && isCampusEmail(value)
      return valid ? undefined : invalidEmailMessage
    }),
  )

/** Runs beside the other fields' checks, so that every wrong field is named at once. */
const confirmed = (message: string) =>
  z.refine<{ password: string; confirmPassword: string }>(
    (form) => form.password === form.confirmPassword,
    { path: ['confirmPassword'], message, when: ({ value }) => isFilledIn(value) },
  )

const filledIn = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) })
const isFilledIn = (form: unknown) => filledIn.safeParse(form).success

export const signUp = z
  .object({
    firstName: name,
    lastName: name,
    email: campusEmail,
    password: newPassword,
    confirmPassword: text.check(check((value) => (value === '' ? fieldRequired : undefined))),
  })
  .check(confirmed('Passwords do not match'))

export const login = z.object({ email: anyEmail, password })

export const resetPassword = z.object({ email: campusEmail })

export const changePassword = z.object({
  token: text.check(check((value) => textProblem(value, 200))),
  password: newPassword,
})

/** What the form asks; `changePassword` is what it sends. */
export const changePasswordForm = z
  .object({ password: newPassword, confirmPassword: signUp.shape.confirmPassword })
  .check(confirmed('Passwords must match'))

export const deleteAccount = z.object({ password })

export const user = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})

export const notSignedIn = z.object({ error: z.literal('Not signed in') })

/** Both answer 200: being nobody is not a failure. */
export const sessionAnswer = z.union([user, notSignedIn])

/** A sentence for people, where there is nothing else to say. */
export const done = z.object({ message: z.string() })

export const accountExport = z.object({
  exportedAt: z.string(),
  user: user.extend({ joinedAt: z.string() }),
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
      views: z.array(z.object({ day: z.string(), views: z.number() })),
    }),
  ),
  uploads: z.array(z.object({ url: z.string(), bytes: z.number(), uploadedAt: z.string() })),
  mails: z.array(
    z.object({ subject: z.string(), writtenAt: z.string(), sentAt: z.string().nullable() }),
  ),
})

export type SignUp = z.infer<typeof signUp>
export type Login = z.infer<typeof login>
export type ResetPassword = z.infer<typeof resetPassword>
export type ChangePassword = z.infer<typeof changePassword>
export type ChangePasswordForm = z.infer<typeof changePasswordForm>
export type DeleteAccount = z.infer<typeof deleteAccount>
export type SessionUser = z.infer<typeof user>
export type SessionAnswer = z.infer<typeof sessionAnswer>
export type AccountExport = z.infer<typeof accountExport>
