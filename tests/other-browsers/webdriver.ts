/** A session of the W3C WebDriver protocol. */
export interface WebDriverSession {
  browserVersion: string
  get: <Value>(path: string) => Promise<Value>
  post: <Value>(path: string, body?: object) => Promise<Value>
}

export async function startSession(
  server: string,
  capabilities: object,
): Promise<WebDriverSession> {
  const { sessionId, capabilities: chosen } = await send<{
    sessionId: string
    capabilities: { browserVersion: string }
  }>('POST', `${server}/session`, { capabilities: { alwaysMatch: capabilities } })
  const session = `${server}/session/${sessionId}`
  return {
    browserVersion: chosen.browserVersion,
    get: (path) => send('GET', session + path),
    post: (path, body = {}) => send('POST', session + path, body),
  }
}

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, body: body ? JSON.stringify(body) : null })
  const { value } = (await response.json()) as { value: Value }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${method} ${new URL(url).pathname}: ${error}. ${message}`)
}
