import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { App } from '../http.ts'
import type { Answer } from './answer.ts'

/** Everything about a visitor's request that an answer may depend on; undefined where there may be more. */
export function exactWords({ method, url, headers, socket }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers.cookie !== undefined) return undefined
  // A call from within this process may follow a change in the same turn of the event loop.
  if (!(socket instanceof Socket)) return undefined
  return `${headers['accept-encoding'] ?? ''} ${url}`
}

/**
 * Answers who asks in exactly the words of another, before anything works out again what they mean: in front of
 * the framework, whose part in so short an answer would be a third of the work.
 */
export function answerRepeatedQuestions(app: App, headers: Record<string, string>) {
  const [handle] = app.server.listeners('request') as [RequestListener]
  app.server.off('request', handle)
  app.server.on('request', (request, response) => {
    const words = request.headers['if-none-match'] ? undefined : exactWords(request)
    const answer = words && app.keptAnswers.recall(words)
    if (answer) send(response, answer, headers)
    else handle(request, response)
  })
}

function send(response: ServerResponse, answer: Answer, headers: Record<string, string>) {
  const { status, body } = answer
  response.writeHead(status, { ...headers, ...answer.headers, 'content-length': body.length })
  response.end(body)
}
