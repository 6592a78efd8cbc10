import { z } from 'zod'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { confirmationCode } from './account-rules.ts'
import { ownPasskey, passkeyAssertion } from './passkeys.ts'
import { maxPasswordLength } from './password-rules.ts'
import { universityLink } from './university-login.ts'

export const recoveryCodeCount = 10

/**
 * The ways in which a student can confirm that it is them: the password, a passkey, a code from their authenticator app
 * (or a recovery code), an emailed code if they have no password, or a fresh login at the university.
 */
export const proofWays = ['password', 'passkey', 'code', 'emailedCode', 'university'] as const

export type ProofWay = (typeof proofWays)[number]

/** Separators are ignored: "123 456", "abcd-efgh-jkmn-pqrs". */
export const secondFactorCode = z
  .string(fieldRequiredMessage)
  .max(40, 'Enter a code from your app, or a recovery code')
  .overwrite((value) => value.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase())
  .min(1, fieldRequiredMessage)
  .regex(
    new RegExp(`^(?:\\d{${confirmationCode.digits}}|[a-z2-9]{16})$`),
    `Enter the ${confirmationCode.digits} digits from your app, or a recovery code`,
  )

const { digits } = confirmationCode
const onlyDigits = new RegExp(`^\\d{${digits}}$`)

// The schema in accounts.ts would bring that whole file into the script of every page.
const emailedCode = z
  .string(fieldRequiredMessage)
  .max(40, `Enter the ${digits} digits of the code`)
  .overwrite((value) => value.replaceAll(/[\s\p{Pd}]/gu, ''))
  .min(1, fieldRequiredMessage)
  .regex(onlyDigits, `Enter the ${digits} digits of the code`)

/**
 * One of the ways. Each is checked alone; the first that is present counts. A fresh login at the university is not sent
 * here: the session remembers it.
 */
export const identityProof = z.object({
  password: z.string().min(1, fieldRequiredMessage).max(maxPasswordLength).optional(),
  passkey: passkeyAssertion.optional(),
  code: secondFactorCode.optional(),
  emailedCode: emailedCode.optional(),
})

/** The code with which an app proves that it has the secret. */
export const confirmAuthenticatorBody = z.object({
  code: secondFactorCode.regex(onlyDigits, `Enter the ${digits} digits from your app`),
})

/** A secret for an authenticator app. The address is what its QR code contains. */
export const newAuthenticator = z.object({ secret: z.string(), uri: z.string() })

/** The codes are in no other response. They are null if the student still has some. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** How the student logs in and confirms that it is them. */
export const ownSecurity = z.object({
  /** False for everyone on a site that has turned passwords off. */
  hasPassword: z.boolean(),
  /** The university account with which the student can log in. */
  university: universityLink.nullable(),
  passkeys: z.array(ownPasskey),
  /** When the authenticator app was set up. */
  authenticatorAddedAt: z.string().nullable(),
  /** Whether the student has an authenticator app, or a passkey that counts as a second factor. */
  hasSecondFactor: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: z.int(),
  /** Whether the role asks for a second factor. */
  isStaff: z.boolean(),
  /** The ways that are accepted now. Moderators and admins who have a second factor have to use it. */
  ways: z.array(z.enum(proofWays)),
  /** Whether the student has confirmed in the last minutes that it is them. */
  isProved: z.boolean(),
})

export type IdentityProof = z.infer<typeof identityProof>
export type OwnSecurity = z.infer<typeof ownSecurity>
export type NewAuthenticator = z.infer<typeof newAuthenticator>
export type RecoveryCodes = z.infer<typeof recoveryCodesResponse>
