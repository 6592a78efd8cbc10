import { readFileSync } from 'node:fs'
import { Agent, request as startRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface HostileResponse {
  /** The status of the response, or 0 without an answer. */
  status: number
  /** The processor time of the server's main thread. During this time it can answer nobody else. */
  ms: number
}

const timeoutMs = 30_000
const maxBusyAnswers = 20

/**
 * Returns the processor time of a process's main thread, so that other work on the machine does not count. Only Linux
 * reports it. On other systems, the elapsed time stands in.
 */
function readClock(pid: number): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return performance.now()
  }
}

/** Sends one request after the other over one connection. It does not use fetch, which changes the paths it is given. */
export function createHostileClient({ url, pid }: { url: string; pid: number }) {
  const { port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  function sendOnce({ method, path, headers, body }: HostileRequest): Promise<HostileResponse> {
    return new Promise((resolve) => {
      const started = readClock(pid)
      const finish = (status: number) => resolve({ status, ms: readClock(pid) - started })
      const request = startRequest(
        { host: '127.0.0.1', port, agent, timeout: timeoutMs, method, path, headers },
        (response) => {
          response.resume()
          response.on('error', () => finish(0))
          response.on('end', () => finish(response.statusCode ?? 0))
        },
      )
      request.on('error', () => finish(0))
      request.on('timeout', () => request.destroy())
      // The body is sent as bytes. With a string, Node would send the headers in the string's encoding, some of them twice
      // as long.
      request.end(body && Buffer.from(body))
    })
  }

  /** Waits while the server is too busy: the delay belongs to the previous request. */
  async function send(request: HostileRequest): Promise<HostileResponse> {
    for (let busy = 0; busy < maxBusyAnswers; busy++) {
      const response = await sendOnce(request)
      if (response.status !== 503) return response
      await pause(100)
    }
    return sendOnce(request)
  }

  return { send, close: () => agent.destroy() }
}

export type HostileClient = ReturnType<typeof createHostileClient>
