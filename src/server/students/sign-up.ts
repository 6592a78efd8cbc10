import { type SignUp, signUpBody, signUpResponse, type User } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { type Client, readClient } from './client.ts'
import { countCodeMail, mailCode } from './confirmation/confirmation-codes.ts'
import {
  isUsedByStudents,
  recordUnconfirmedSignUp,
  requireConfirmedSignUps,
} from './confirmation/unconfirmed-sign-ups.ts'
import { checkCommonPassword } from './passwords/common-passwords.ts'
import { requirePasswordLogin } from './passwords/password-login.ts'
import {
  emailTaken,
  inheritRestrictions,
  isMailboxBanned,
} from './restrictions/restrict-student.ts'
import { networkHashOf } from './security-events.ts'
import type { StudentDeps } from './student-deps.ts'
import { manySignUps, studentLimits } from './student-limits.ts'
import { findUserByEmail, insertUser } from './user-queries.ts'

export function signUpRoutes(app: App, deps: StudentDeps) {
  app.post(
    '/api/users',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Sign up with a university email address',
        description:
          'Opens no session: log in next. With `VERIFY_EMAIL` we email a code, which `/api/auth/confirm` takes.',
        body: signUpBody,
        response: { 201: signUpResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      requirePasswordLogin(deps.config)
      const user = await signUp(deps, request.body, readClient(request))
      if (deps.config.VERIFY_EMAIL) deps.jobs.wake()
      return reply.status(201).send(user)
    },
  )
}

type SignUpDeps = Pick<
  StudentDeps,
  | 'config'
  | 'db'
  | 'hooks'
  | 'keyedHash'
  | 'rateLimiter'
  | 'codeLimiter'
  | 'counts'
  | 'passwordHasher'
  | 'now'
  | 'log'
>

/** With VERIFY_EMAIL, one transaction creates the account and queues the email with its first code. */
async function signUp(
  deps: SignUpDeps,
  { firstName, lastName, email, password }: SignUp,
  client: Client,
): Promise<User & { notice?: string }> {
  const { config, db, hooks, keyedHash, rateLimiter, passwordHasher, now, log } = deps
  const { network, site } = client
  const mustConfirm = config.VERIFY_EMAIL
  const { notice } = await checkCommonPassword(config, password)
  const counted = await rateLimiter.takeForClient(db, studentLimits.signUpsPerNetwork, client)
  // These limits are not for networks that students use: a stranger must not be able to keep others on such a network out.
  const isUnknown = !(await isUsedByStudents(db, networkHashOf(keyedHash, network)))
  if (isUnknown && config.RATE_LIMIT) {
    counted.push(
      ...(await rateLimiter.takeForClient(db, studentLimits.dailySignUpsPerUnknownNetwork, client)),
    )
    if (mustConfirm) await requireConfirmedSignUps(db, keyedHash, { network, now: now() })
  }
  const account = await findUserByEmail(db, email)
  const isBanned = !mustConfirm && (await isMailboxBanned(db, email, now()))
  if (account || isBanned) {
    // Only sign-ups that cost a hash count. Otherwise someone could close the network to newcomers by trying a taken
    // address again and again.
    for (const reservation of counted) await rateLimiter.release(db, reservation)
    await rateLimiter.takeForClient(db, studentLimits.takenAnswersPerNetwork, client)
    throw emailTaken()
  }
  const passwordHash = await passwordHasher.hash(password, site)
  let signUpsToday = 0
  const user = await db.transaction(async (tx) => {
    const createdAt = now()
    const newUser = { firstName, lastName, email, passwordHash, createdAt, mustConfirm }
    const created = await insertUser(tx, newUser)
    if (!created) throw emailTaken()
    if (!mustConfirm) {
      const { bannedAt } = await inheritRestrictions(tx, created, { hooks, now: createdAt })
      if (bannedAt !== null) throw emailTaken()
    } else {
      await recordUnconfirmedSignUp(tx, keyedHash, { studentId: created.id, network, createdAt })
      // If a limit is reached, the account is created, but no code is emailed. The student reads about the limit when
      // they ask for a code.
      const newAccount = { ...created, mustConfirm, confirmedAt: null }
      const limits = { user: newAccount, client, now: createdAt }
      const error = await countCodeMail(tx, deps, limits)
      if (!error) await mailCode(tx, deps, newAccount, createdAt)
    }
    // These counters come last, because every other sign-up waits for their rows.
    if (isUnknown) await rateLimiter.take(tx, studentLimits.signUpsFromUnknownNetworks)
    signUpsToday = (await rateLimiter.tryTake(tx, studentLimits.signUpsPerDay)).count
    return created
  })
  warnOfManySignUps(log, signUpsToday)
  return { ...user, notice }
}

/** Call it after the transaction that has counted the sign-up. */
export function warnOfManySignUps(log: StudentDeps['log'], signUps: number) {
  const { max } = studentLimits.signUpsPerDay
  if (signUps === manySignUps || signUps === max) log.warn({ signUps, max }, 'many sign-ups today')
}
