import { z } from 'zod'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { isStorableText } from '#categories/text-rules.ts'

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, 'Must be base64url')

/** WebAuthn allows credential ids of 1023 bytes. */
const credentialId = base64url(1400)

/** The browser's answer to a login with a passkey, as `navigator.credentials.get` returns it. */
export const passkeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
  }),
})

export const maxPasskeyNameLength = 40

export const passkeyName = z
  .string(fieldRequiredMessage)
  .trim()
  .min(1, fieldRequiredMessage)
  .max(maxPasskeyNameLength, `Must be at most ${maxPasskeyNameLength} characters`)
  .refine(isStorableText, "Contains a character we can't read")

export const renamePasskeyBody = z.object({ name: passkeyName })

/**
 * The browser's answer when a passkey was made, as `navigator.credentials.create` returns it. Without a name, the passkey
 * is named after the browser.
 */
export const addPasskeyBody = z.object({
  name: passkeyName.optional(),
  credential: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(20_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(8)
        .default([]),
    }),
  }),
})

/** The options that the browser needs. The server makes them with @simplewebauthn/server. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

/** A passkey as its owner sees it. */
export const ownPasskey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** False after a password reset of a moderator or admin: the passkey is then only a second factor. */
  logsIn: z.boolean(),
  /** Whether the device asked for a finger, a face or a PIN. Only then is the passkey a second factor. */
  verifiesUser: z.boolean(),
})

export type PasskeyAssertion = z.infer<typeof passkeyAssertion>
export type AddPasskey = z.infer<typeof addPasskeyBody>
export type OwnPasskey = z.infer<typeof ownPasskey>
