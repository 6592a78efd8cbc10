import { z } from 'zod'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { confirmationCode } from './account-rules.ts'
import { ownPasskey, passkeyAssertion } from './passkeys.ts'
import { maxPasswordLength } from './password-rules.ts'

export const recoveryCodeCount = 10

/**
 * The ways in which a student can confirm that it is them: the password, a passkey, or a code from their authenticator
 * app (or a recovery code).
 */
export const proofWays = ['password', 'passkey', 'code'] as const

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

/** One of the ways. Each is checked alone; the first that is present counts. */
export const identityProof = z.object({
  password: z.string().min(1, fieldRequiredMessage).max(maxPasswordLength).optional(),
  passkey: passkeyAssertion.optional(),
  code: secondFactorCode.optional(),
})

/** The code with which an app proves that it has the secret. */
export const confirmAuthenticatorBody = z.object({
  code: secondFactorCode.regex(
    new RegExp(`^\\d{${confirmationCode.digits}}$`),
    `Enter the ${confirmationCode.digits} digits from your app`,
  ),
})

/** A secret for an authenticator app. The address is what its QR code contains. */
export const newAuthenticator = z.object({ secret: z.string(), uri: z.string() })

/** The codes are in no other response. They are null if the student still has some. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** How the student logs in and confirms that it is them. */
export const ownSecurity = z.object({
  hasPassword: z.boolean(),
  passkeys: z.array(ownPasskey),
  /** When the authenticator app was set up. */
  authenticatorAddedAt: z.string().nullable(),
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
