import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#campus.ts'
import type { AddPasskey, OwnPasskey, PasskeyAssertion } from '#contract/passkeys.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { mailLoginChange } from '../account-mails.ts'
import { type Client, readClient } from '../client.ts'
import { fullName } from '../person.ts'
import { makeFirstRecoveryCodes } from '../second-factor/second-factor.ts'
import { openSession } from '../sessions/log-in.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import { accountTransaction, requireLiveSession } from '../sessions/session-transaction.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { type Account, lockUser } from '../user-queries.ts'
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

const isStaff = ({ role }: Pick<Account, 'role'>) => role !== 'student'

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
  { user }: Pick<FastifyRequest, 'user'>,
  reply: FastifyReply,
) {
  const passkeys = user ? await findPasskeys(db, user.id) : []
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: rpIdOf(config),
    challenge: toBytes(challenges.issue(reply, 'log in')),
    timeout: challengeValidMs,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(describeCredential),
  })
}

interface VerifiedAssertion {
  passkey: Passkey
  counter: number
  /** Whether the device asked for a finger, a face or a PIN. */
  isUserVerified: boolean
}

type AssertionDeps = Pick<StudentDeps, 'config' | 'db' | 'challenges'>

/** Returns null if the passkey is unknown, or if this site, this browser and this moment did not ask for the signature. */
async function verifyAssertion(
  { config, db, challenges }: AssertionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  assertion: PasskeyAssertion,
): Promise<VerifiedAssertion | null> {
  const challenge = await challenges.take(request, reply, 'log in')
  if (!challenge) throw new AppError('bad_request', 'That took too long. Please try again.')
  const passkey = await findPasskeyByCredential(db, assertion.id)
  if (!passkey) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
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
    return verified ? { passkey, counter: newCounter, isUserVerified: userVerified } : null
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
  reply: FastifyReply,
  assertion: PasskeyAssertion,
) {
  const { config, db, rateLimiter, recordEvent, now } = deps
  const client = readClient(request)
  const { passkeyFailuresPerNetwork } = studentLimits
  const counted = await rateLimiter.takeForClient(db, passkeyFailuresPerNetwork, client)
  const verified = await verifyAssertion(deps, request, reply, assertion)
  const opened =
    verified &&
    (await db.transaction(async (tx) => {
      const account = await lockUser(tx, verified.passkey.studentId)
      const passkey = await findPasskeyByCredential(tx, assertion.id)
      if (!account || !passkey?.logsIn || (account.isSample && config.appUrlIsSet)) return null
      if (!(await recordUse(tx, deps, verified, client))) return null
      const secondFactorAt = verified.isUserVerified ? now() : null
      return openSession(tx, deps, account, { client, secondFactorAt })
    }))
  if (!opened) {
    const studentId = verified?.passkey.studentId
    await recordEvent(db, 'login failure', studentId, client, { isStored: false })
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
  reply: FastifyReply,
  assertion: PasskeyAssertion,
): Promise<boolean> {
  const { db } = deps
  const client = readClient(request)
  const verified = await verifyAssertion(deps, request, reply, assertion)
  const isOwn = verified?.passkey.studentId === loggedInUser(request).id
  const isUsed =
    isOwn && (await accountTransaction(db, request, (tx) => recordUse(tx, deps, verified, client)))
  if (!isUsed) throw new AppError('bad_request', refusedMessage)
  return verified.isUserVerified
}

/** Returns the options for a new passkey. Devices that have one of this account already do not offer to make another. */
export async function createPasskeyOptions(
  { config, db, challenges, keyedHash }: StudentDeps,
  account: Account,
  reply: FastifyReply,
) {
  const passkeys = await findPasskeys(db, account.id)
  if (passkeys.length >= maxPasskeys) {
    const message = `You have ${maxPasskeys} passkeys. Remove one that you no longer use first.`
    throw new AppError('wrong_status', message)
  }
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: brand,
    rpID: rpIdOf(config),
    userName: account.email,
    userDisplayName: fullName(account),
    // The device gives this to everyone who finds it, so it names nobody.
    userID: toBytes(keyedHash('passkey user', String(account.id))),
    challenge: toBytes(challenges.issue(reply, `add to ${account.id}`)),
    timeout: challengeValidMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: isStaff(account) ? 'required' : 'preferred',
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

/** Stores a passkey that this browser has just made. */
export async function addPasskey(
  deps: StudentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, credential }: AddPasskey,
): Promise<AddedPasskey> {
  const { config, db, challenges, rateLimiter, recordEvent, jobs, now } = deps
  const { id: studentId, confirmation } = loggedInUser(request)
  const client = readClient(request)
  await requireLiveSession(db, request)
  await rateLimiter.take(db, studentLimits.newPasskeysPerAccount, String(studentId))
  const challenge = await challenges.take(request, reply, `add to ${studentId}`)
  if (!challenge) throw new AppError('bad_request', 'That took too long. Please try again.')
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const made = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...credential.response, transports: credential.response.transports as never[] },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
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
    const isSecondFactor = isStaff(account) && userVerified
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
    await recordEvent(tx, 'passkey added', studentId, client)
    // An address that still has to be confirmed may be a stranger's, so it gets no email.
    if (confirmation !== 'required') await mailLoginChange(tx, account, 'passkey added', now())
    return {
      passkey: presentPasskey({ ...passkey, ...inserted, logsIn: true, lastUsedAt: null }),
      recoveryCodes: isSecondFactor ? await makeFirstRecoveryCodes(tx, studentId) : null,
      isSecondFactor,
    }
  })
  jobs.wake()
  return added
}
