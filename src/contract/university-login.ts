import { z } from 'zod'

export const universityLink = z.object({
  /** The university in paths. */
  key: z.string(),
  /** The name of the university's account: "WatIAM". */
  label: z.string(),
})

/** The ways to log in on this site. */
export const loginWays = z.object({
  /** Whether students can sign up and log in with a password. */
  password: z.boolean(),
  universities: z.array(universityLink),
})

/** A login that the university has confirmed, and that waits for the student. */
export const waitingUniversityLogin = z.object({
  label: z.string(),
  /** The address that the university sent. */
  email: z.string(),
  /** A new student is asked for a missing name, the owner of an account for a proof that it is theirs. */
  step: z.enum(['names', 'proof']),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the account has a password that can be the proof. */
  hasPassword: z.boolean(),
  /** Whether a code from the mailbox can be the proof. */
  isCodeEnough: z.boolean(),
  isCodeSent: z.boolean(),
  /** What was wrong with the last form. */
  problem: z.string().nullable(),
  /** The forms send it back. */
  token: z.string(),
})

/** A login that failed, for the page that says why. */
export const failedUniversityLogin = z.object({
  step: z.literal('failed'),
  message: z.string(),
  /** The HTTP status of the page. */
  status: z.int(),
  /** The link that begins the login again. */
  again: z.object({ label: z.string(), path: z.string() }).nullable(),
})

export const universityLoginResponse = z.discriminatedUnion('step', [
  waitingUniversityLogin,
  failedUniversityLogin,
])

export const universityLoginForms = ['names', 'password', 'send code', 'code'] as const

const field = z.string().max(500).default('')

/** A form of the waiting login, as the browser sends it without JavaScript. */
export const universityLoginBody = z.object({
  token: field,
  form: z.enum(universityLoginForms),
  firstName: field,
  lastName: field,
  password: field,
  code: field,
})

export type UniversityLink = z.infer<typeof universityLink>
export type LoginWays = z.infer<typeof loginWays>
export type WaitingUniversityLogin = z.infer<typeof waitingUniversityLogin>
export type FailedUniversityLogin = z.infer<typeof failedUniversityLogin>
export type UniversityLoginResponse = z.infer<typeof universityLoginResponse>
export type UniversityLoginForm = (typeof universityLoginForms)[number]
