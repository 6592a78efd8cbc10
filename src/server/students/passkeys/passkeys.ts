import type { FastifyReply, FastifyRequest } from 'fastify'
import { campus } from '#campus/campus.ts'
import type { AddPasskey, OwnPasskey, PasskeyAssertion } from '#contract/passkeys.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { mailLoginChange } from '../account-mails.ts'
import { type Client, readClient } from '../client.ts'
import { fullName } from '../person.ts'
import { makeFirstRecoveryCodes } from '../second-factor/second-factor.ts'
import { forgetPendingSecret } from '../second-factor/second-factor-queries.ts'
import { openSession } from '../sessions/log-in.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { type Account, hasRole, lockUser } from '../user-queries.ts'
import { challengeValidMs } from './challenges.ts'
import {
  findPasskeyByCredential,
  findPasskeys,
  insertPasskey,
  type Passkey,
  recordPasskeyUse,
} from './passkey-queries.ts'

/** The library is loaded at the first passkey, because it would delay the start. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256. The library's own list has ML-DSA too, which Node calls experimental. */
const algorithms = [-8, -7, -257]

/** A student has a handful of devices. A script must not fill the table. */
const maxPasskeys = 20

const rpIdOf = ({ APP_URL }: { APP_URL: string }) => new URL(APP_URL).hostname

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** The library's types want exact names of transports. We pass on what the browser said. */
const describeCredential = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports as never[],
})

export function presentPasskey(passkey: Passkey): OwnPasskey {
  const { id, name, createdAt, lastUsedAt, logsIn, verifiesUser } = passkey
  return {
    id,
    name,
    createdAt: toIso(createdAt),
    lastUsedAt: toIsoOrNull(lastUsedAt),
    logsIn,
    verifiesUser,
  }
}

/**
 * Returns the options for a login or, in a session, for the passkeys of its student. The options of a login are the same
 * for everyone, so they tell nothing about an account.
 */
export async function createLoginOptions(
  { config, db, challenges }: Pick<StudentDeps, 'config' | 'db' | 'challenges'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const passkeys = request.user ? await findPasskeys(db, request.user.id) : []
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: rpIdOf(config),
    challenge: challenges.issue(request, reply, 'log in'),
    timeout: challengeValidMs,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(describeCredential),
  })
}

interface VerifiedAssertion {
  passkey: Passkey
  counter: number
  /**
   * Whether the device asked for a finger, a face or a PIN, and did so when the passkey was made. A security key without
   * a PIN takes any new PIN, so whoever finds one could make a second factor of it.
   */
  isSecondFactor: boolean
}

const tooLate = () => new AppError('bad_request', 'That took too long. Please try again.')

/** Returns null if the passkey is unknown, or if the signature is not for this site. Throws 400 for a used challenge. */
async function verifyAssertion(
  { config, db, challenges }: Pick<StudentDeps, 'config' | 'db' | 'challenges'>,
  request: FastifyRequest,
  challenge: NonNullable<ReturnType<StudentDeps['challenges']['find']>>,
  assertion: PasskeyAssertion,
): Promise<VerifiedAssertion | null> {
  if (!(await challenges.spend(challenge))) throw tooLate()
  const passkey = await findPasskeyByCredential(db, assertion.id)
  if (!passkey) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge.encoded,
      expectedOrigin: config.APP_URL,
      expectedRPID: rpIdOf(config),
      requireUserVerification: false,
      // The library compares counters before it checks the signature, so that anybody could cause that error.
      // `recordPasskeyUse` compares them afterwards.
      credential: {
        ...describeCredential(passkey),
        publicKey: toBytes(passkey.publicKey),
        counter: 0,
      },
    })
    const { newCounter, userVerified } = authenticationInfo
    const isSecondFactor = userVerified && passkey.verifiesUser
    return verified ? { passkey, counter: newCounter, isSecondFactor } : null
  } catch (error) {
    request.log.debug({ err: error }, 'a passkey was refused')
    return null
  }
}

/** Returns false and records an event if the counter went back. Call it in a transaction that has locked the account. */
async function recordUse(
  tx: Db,
  { recordEvent, now }: Pick<StudentDeps, 'recordEvent' | 'now'>,
  { passkey, counter }: VerifiedAssertion,
  client: Client,
): Promise<boolean> {
  const isUsed = await recordPasskeyUse(tx, { id: passkey.id, counter, now: now() })
  if (!isUsed) await recordEvent(tx, 'passkey refused', passkey.studentId, client)
  return isUsed
}

const refusedMessage = "That passkey doesn't work here. Try another way."

/** Logs in with a passkey. Unknown passkeys, wrong signatures and closed accounts get the same response. */
export async function logInWithPasskey(
  deps: StudentDeps,
  request: FastifyRequest,
  assertion: PasskeyAssertion,
) {
  const { config, db, challenges, rateLimiter, recordEvent } = deps
  const client = readClient(request)
  // A tab that was open for too long is no failed try, so this comes before the count.
  const challenge = challenges.find(request, 'log in', assertion.response.clientDataJSON)
  if (!challenge) throw tooLate()
  const { passkeyFailuresPerNetwork } = studentLimits
  const counted = await rateLimiter.takeForClient(db, passkeyFailuresPerNetwork, client)
  const verified = await verifyAssertion(deps, request, challenge, assertion)
  const opened =
    verified &&
    (await db.transaction(async (tx) => {
      const account = await lockUser(tx, verified.passkey.studentId)
      const passkey = await findPasskeyByCredential(tx, assertion.id)
      if (!account || !passkey?.logsIn || (account.isSample && !config.isTryOut)) return null
      if (!(await recordUse(tx, deps, verified, client))) return null
      const secondFactor = verified.isSecondFactor ? 'now' : null
      return openSession(tx, deps, account, { client, secondFactor })
    }))
  if (!opened) {
    await recordEvent(db, 'login failure', verified?.passkey.studentId, client, { isStored: false })
    throw new AppError('unauthenticated', refusedMessage)
  }
  for (const reservation of counted) await rateLimiter.release(db, reservation)
  if (opened instanceof AppError) throw opened
  return opened
}

/** Throws 400 unless it is a passkey of the student. Returns whether it counts as a second factor. */
export async function proveByPasskey(
  deps: StudentDeps,
  request: FastifyRequest,
  assertion: PasskeyAssertion,
): Promise<boolean> {
  const { db, challenges, rateLimiter } = deps
  const { id } = loggedInUser(request)
  const client = readClient(request)
  const challenge = challenges.find(request, 'log in', assertion.response.clientDataJSON)
  if (!challenge) throw tooLate()
  const counted = await rateLimiter.take(db, studentLimits.passkeyFailuresPerAccount, String(id))
  const verified = await verifyAssertion(deps, request, challenge, assertion)
  const isOwn = verified?.passkey.studentId === id
  const isUsed =
    isOwn && (await accountTransaction(db, request, (tx) => recordUse(tx, deps, verified, client)))
  if (!isUsed) throw new AppError('bad_request', refusedMessage)
  await rateLimiter.release(db, counted)
  return verified.isSecondFactor
}

function requireRoom(passkeys: readonly Passkey[]) {
  if (passkeys.length < maxPasskeys) return
  const message = `You have ${maxPasskeys} passkeys. Remove one that you no longer use first.`
  throw new AppError('wrong_status', message)
}

/** Returns the options for a new passkey. Devices that have one of this account already do not offer to make another. */
export async function createPasskeyOptions(
  { config, db, challenges, keyedHash }: StudentDeps,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const passkeys = await findPasskeys(db, account.id)
  requireRoom(passkeys)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: campus.brand,
    rpID: rpIdOf(config),
    userName: account.email,
    userDisplayName: fullName(account),
    // The device gives this to everyone who finds it, so it names nobody.
    userID: toBytes(keyedHash('passkey user', String(account.id))),
    challenge: challenges.issue(request, reply, `add to ${account.id}`),
    timeout: challengeValidMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: hasRole(account) ? 'required' : 'preferred',
    },
  })
}

interface AddedPasskey {
  passkey: OwnPasskey
  /** The first recovery codes of a moderator or admin. */
  recoveryCodes: string[] | null
  /** Whether the new passkey is a second factor and was just used as one. */
  isSecondFactor: boolean
}

const unverifiedMessage =
  'Your role needs a passkey that asks for your finger, your face or a PIN. Set up one of these on the device, or use another device.'

/** Stores a passkey that this browser has just made. Staff can only add one that is a second factor. */
export async function addPasskey(
  deps: StudentDeps,
  request: FastifyRequest,
  { name, credential }: AddPasskey,
): Promise<AddedPasskey> {
  const { config, db, challenges, rateLimiter, recordEvent, jobs, now } = deps
  const { id: studentId, confirmation } = loggedInUser(request)
  const client = readClient(request)
  await rateLimiter.take(db, studentLimits.newPasskeysPerAccount, String(studentId))
  const { clientDataJSON } = credential.response
  const challenge = challenges.find(request, `add to ${studentId}`, clientDataJSON)
  if (!challenge || !(await challenges.spend(challenge))) throw tooLate()
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const made = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...credential.response, transports: credential.response.transports as never[] },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.encoded,
    expectedOrigin: config.APP_URL,
    expectedRPID: rpIdOf(config),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    request.log.debug({ err: error }, 'a new passkey was refused')
    return { verified: false as const, registrationInfo: undefined }
  })
  const refused = new AppError('bad_request', "We couldn't add that passkey. Please try again.")
  if (!made.verified) throw refused
  const { userVerified, credential: key } = made.registrationInfo
  const added = await accountTransaction(db, request, async (tx, account) => {
    requireRoom(await findPasskeys(tx, studentId))
    const isSecondFactor = hasRole(account)
    if (isSecondFactor && !userVerified) throw new AppError('bad_request', unverifiedMessage)
    const passkey = {
      studentId,
      credentialId: key.id,
      publicKey: Buffer.from(key.publicKey).toString('base64url'),
      counter: key.counter,
      transports: credential.response.transports,
      name: name ?? client.device ?? 'Passkey',
      verifiesUser: userVerified,
      createdAt: now(),
    }
    const inserted = await insertPasskey(tx, passkey)
    if (!inserted) throw refused
    await forgetPendingSecret(tx, studentId)
    await recordEvent(tx, 'passkey added', studentId, client)
    // An address that still has to be confirmed may be a stranger's, so it gets no email.
    if (confirmation !== 'required') await mailLoginChange(tx, deps, account, 'passkey added')
    return {
      passkey: presentPasskey({ ...passkey, ...inserted, logsIn: true, lastUsedAt: null }),
      recoveryCodes: isSecondFactor ? await makeFirstRecoveryCodes(tx, studentId) : null,
      isSecondFactor,
    }
  })
  jobs.wake()
  return added
}
