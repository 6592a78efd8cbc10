import sql from 'sql-template-tag'
import { buildTestApp } from './build-test-app.ts'
import type { Engine } from './databases.ts'
import { bob as bobsAccount, createClient, createLoggedInClient } from './http-client.ts'

export type JsonBody = Record<string, unknown> & {
  id: number
  seller: { id: number; name: string; email?: string }
  results: JsonBody[]
  fields: Record<string, string>
}

/** The test app with clients of two confirmed students and a visitor. */
export async function buildTestAppWithUsers(engine: Engine, settings: Record<string, string> = {}) {
  const testApp = await buildTestApp(engine, settings)
  const ada = createJsonClient(await createLoggedInClient(testApp.app))
  const bob = createJsonClient(await createLoggedInClient(testApp.app, bobsAccount))
  await testApp.db.run(sql`UPDATE users SET confirmed_at = ${testApp.clock.now}`)
  return {
    ...testApp,
    ada,
    bob,
    visitor: createJsonClient(createClient(testApp.app)),
  }
}

/** Every request is declared as JSON, and every response is taken to be JSON. */
export function createJsonClient(client: ReturnType<typeof createClient>) {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: unknown,
  ) => {
    const response = await client.send({
      method,
      url,
      headers: { 'content-type': 'application/json' },
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
