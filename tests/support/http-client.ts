import type { InjectOptions } from 'fastify'
import type { App } from '#server/http/app-types.ts'
import { at } from './campus-email.ts'
import { firefox } from './user-agents.ts'

export const strongPassword = 'correct horse 1!'

export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  // A getter, because a test may change the campus after this file has loaded.
  get email() {
    return at('ada')
  },
  password: strongPassword,
  confirmPassword: strongPassword,
}

export const bob = {
  ...ada,
  firstName: 'Bob',
  lastName: 'Stone',
  get email() {
    return at('bob', 1)
  },
}

export interface ClientResponse {
  status: number
  body: unknown
  setCookie: string | undefined
  headers: Record<string, unknown>
}

/** Calls the app in process and keeps the session cookie between requests. */
export function createClient(app: App, { address = '203.0.113.1' } = {}) {
  const cookieJar = { cookie: '' }

  async function send(options: InjectOptions): Promise<ClientResponse> {
    const { cookie } = cookieJar
    const response = await app.inject({
      remoteAddress: address,
      ...options,
      headers: { 'user-agent': firefox, ...(cookie && { cookie }), ...options.headers },
    })
    const setCookie = [response.headers['set-cookie'] ?? []].flat()[0]
    if (setCookie)
      cookieJar.cookie = setCookie.includes('Max-Age=0') ? '' : (setCookie.split(';')[0] ?? '')
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : response.json(),
      setCookie,
      headers: response.headers,
    }
  }

  const get = (url: string, headers = {}) => send({ method: 'GET', url, headers })
  const post = (url: string, payload?: object, headers = {}) =>
    send({ method: 'POST', url, headers, ...(payload && { payload }) })
  const logIn = ({ email = ada.email, password = ada.password } = {}) =>
    post('/api/auth/login', { email, password })

  return { cookieJar, send, get, post, logIn, refresh: () => post('/api/auth/refresh') }
}

export async function createLoggedInClient(app: App, student = ada) {
  const client = createClient(app)
  await client.post('/api/users', student)
  await client.logIn(student)
  return client
}

/** Calls the app in process and keeps all cookies between requests, as a browser does. */
export function createBrowser(app: App, { address = '203.0.113.1' } = {}) {
  const cookies = new Map<string, string>()
  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ) {
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        'user-agent': firefox,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body && { payload: body }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = response.body
    return { status: response.statusCode, body: text === '' ? undefined : response.json() }
  }
  return {
    cookies,
    get: (url: string) => send('GET', url),
    post: (url: string, body?: object) => send('POST', url, body),
    put: (url: string, body?: object) => send('PUT', url, body),
    patch: (url: string, body?: object) => send('PATCH', url, body),
    delete: (url: string, body?: object) => send('DELETE', url, body),
    logIn: ({ email, password } = ada) => send('POST', '/api/auth/login', { email, password }),
  }
}
