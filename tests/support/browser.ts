import type { InjectOptions } from 'fastify'
import type { App } from '#server/http.ts'

export const strongPassword = 'correct horse 1!'

export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@uwaterloo.ca',
  password: strongPassword,
  confirmPassword: strongPassword,
}

export interface Answer {
  status: number
  body: unknown
  setCookie: string | undefined
  headers: Record<string, unknown>
}

/** Keeps its cookie between requests, as a browser would. */
export function browser(app: App, { address = '203.0.113.1' } = {}) {
  const jar = { cookie: '' }

  async function send(options: InjectOptions): Promise<Answer> {
    const { cookie } = jar
    const answer = await app.inject({
      remoteAddress: address,
      ...options,
      headers: { ...(cookie && { cookie }), ...options.headers },
    })
    const setCookie = [answer.headers['set-cookie'] ?? []].flat()[0]
    if (setCookie)
      jar.cookie = setCookie.includes('Max-Age=0') ? '' : (setCookie.split(';')[0] ?? '')
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : answer.json(),
      setCookie,
      headers: answer.headers,
    }
  }

  const get = (url: string, headers = {}) => send({ method: 'GET', url, headers })
  const post = (url: string, payload?: object, headers = {}) =>
    send({ method: 'POST', url, headers, ...(payload && { payload }) })
  const logIn = ({ email = ada.email, password = ada.password } = {}) =>
    post('/api/auth/login', { email, password })

  return { jar, send, get, post, logIn, refresh: () => post('/api/auth/refresh') }
}

export async function signedInBrowser(app: App, student = ada) {
  const page = browser(app)
  await page.post('/api/users', student)
  await page.logIn(student)
  return page
}
