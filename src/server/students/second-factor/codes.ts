import { createCipheriv, createDecipheriv, hash, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { campus } from '#campus/campus.ts'
import { confirmationCode } from '#contract/account-rules.ts'
import { type NewAuthenticator, recoveryCodeCount } from '#contract/identity-proof.ts'
import type { KeyedHash } from '../../app-secret.ts'
import { secondMs } from '../../durations.ts'

const periodSeconds = 30

/** The values that every authenticator app supports. */
const totpOf = (secret: string, email?: string) =>
  new TOTP({
    issuer: campus.brand,
    ...(email && { label: email }),
    algorithm: 'SHA1',
    digits: confirmationCode.digits,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  })

export function generateAuthenticator(email: string): NewAuthenticator {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totpOf(secret, email).toString() }
}

/**
 * Returns the step of a right code: which 30 seconds it is for. The codes before and after are accepted too, because
 * phones' clocks are off by some seconds.
 */
export function findStep(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / (periodSeconds * secondMs)) + delta
}

/** AES-256-GCM, bound to the student. The key comes from the app's secret, which is in no backup. */
const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

const keyOf = (keyedHash: KeyedHash) => Buffer.from(keyedHash('authenticator secrets'), 'base64url')

export function encryptSecret(keyedHash: KeyedHash, studentId: number, secret: string): string {
  const iv = randomBytes(ivLength)
  const encryption = createCipheriv(cipher, keyOf(keyedHash), iv).setAAD(
    Buffer.from(String(studentId)),
  )
  const text = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()])
  return Buffer.concat([iv, text, encryption.getAuthTag()]).toString('base64url')
}

/** Returns null if the app's secret is another one now, as after a restore without APP_SECRET. No code is right then. */
export function decryptSecret(
  keyedHash: KeyedHash,
  studentId: number,
  encrypted: string,
): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  const decryption = createDecipheriv(cipher, keyOf(keyedHash), bytes.subarray(0, ivLength))
    .setAAD(Buffer.from(String(studentId)))
    .setAuthTag(bytes.subarray(-tagLength))
  try {
    const text = decryption.update(bytes.subarray(ivLength, -tagLength))
    return Buffer.concat([text, decryption.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Letters and digits that nobody confuses on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCodeLength = 16

const generateRecoveryCode = () =>
  Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Returns codes such as "abcd-efgh-jkmn-pqrs" with their hashes. A code has 79 bits, so a plain hash keeps it secret, and
 * the codes still work after a restore.
 */
export const generateRecoveryCodes = () =>
  Array.from({ length: recoveryCodeCount }, () => {
    const code = generateRecoveryCode()
    return { code: code.replaceAll(/.{4}(?!$)/g, '$&-'), hash: hashRecoveryCode(code) }
  })

export const hashRecoveryCode = (code: string) => hash('sha256', code, 'base64url')
