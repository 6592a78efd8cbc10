import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { sessionCookieName } from '#server/students/sessions/cookies.ts'
import { formatToken } from '#server/students/sessions/session-token.ts'
import { startSession } from '#server/students/sessions/sessions.ts'
import { insertUser } from '#server/students/user-queries.ts'
import { buildTestApp } from './build-test-app.ts'
import type { Engine } from './databases.ts'
import { testHashingCost } from './hashing-cost.ts'
import { ada as adasAccount, bob as bobsAccount, createClient } from './http-client.ts'
import { insertSecondFactor } from './insert-test-user.ts'

export type JsonBody = Record<string, unknown> & {
  id: number
  seller: { id: number; name: string; email?: string }
  results: JsonBody[]
  fields: Record<string, string>
}

/** Builds the test app with clients of two confirmed students and a visitor. */
export async function buildTestAppWithUsers(
  engine: Engine,
  settings: Record<string, string> = {},
  options: Parameters<typeof buildTestApp>[2] = {},
) {
  const testApp = await buildTestApp(engine, settings, options)
  const ada = createJsonClient(await insertLoggedInStudent(testApp, adasAccount))
  const bob = createJsonClient(await insertLoggedInStudent(testApp, bobsAccount))
  return {
    ...testApp,
    ada,
    bob,
    visitor: createJsonClient(createClient(testApp.app)),
  }
}

const passwordHashes = new Map<string, Promise<string>>()

/**
 * Returns the client of a confirmed student. Inserts rows, because signing up and logging in take longer than most tests.
 */
export async function insertLoggedInStudent(
  { app, db, config, clock }: Awaited<ReturnType<typeof buildTestApp>>,
  { firstName, lastName, email, password }: typeof adasAccount,
) {
  const passwordHash = passwordHashes.get(password) ?? hash(password, testHashingCost)
  passwordHashes.set(password, passwordHash)
  const { now } = clock
  const mustConfirm = config.VERIFY_EMAIL
  const account = { firstName, lastName, email, createdAt: now, mustConfirm }
  const user = await insertUser(db, { ...account, passwordHash: await passwordHash })
  if (!user) throw new Error(`${email} is taken.`)
  await db.run(sql`UPDATE users SET confirmed_at = ${now} WHERE id = ${user.id}`)
  const device = 'Firefox on Linux'
  // A student who gets a role later has a second factor by then.
  if (!config.isTryOut) await insertSecondFactor(db, user.id)
  const session = { studentId: user.id, device, now, secondFactorAt: now }
  const { token } = await startSession(db, session)
  const client = createClient(app)
  client.cookieJar.cookie = `${sessionCookieName(config.APP_URL)}=${formatToken(token)}`
  return client
}

/** Creates a client that declares every request as JSON, and parses every response as JSON. */
export function createJsonClient(client: ReturnType<typeof createClient>) {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await client.send({
      method,
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: payload === undefined ? '' : JSON.stringify(payload),
    })
    return { ...response, body: response.body as JsonBody }
  }
  return {
    send,
    cookie: () => client.cookieJar.cookie,
    get: (url: string) => send('GET', url),
    post: (url: string, payload?: unknown) => send('POST', url, payload),
    put: (url: string, payload?: unknown) => send('PUT', url, payload),
    patch: (url: string, payload: unknown) => send('PATCH', url, payload),
    delete: (url: string) => send('DELETE', url),
  }
}
