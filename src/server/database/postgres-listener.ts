import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { NotificationListener, Query } from './database.ts'
import { toValue } from './values.ts'

const pollIntervalMs = 500
/** A slower server counts as unreachable. */
const queryTimeoutMs = 1_000
const maxReconnectDelayMs = 2_000

/** LISTENs on a connection of its own and reconnects when it breaks. Returns a function that stops it. */
export function startListening(
  config: ClientConfig,
  channel: string,
  listener: NotificationListener,
): () => Promise<void> {
  const stopping = new AbortController()
  const wait = (ms: number, ...signals: AbortSignal[]) =>
    sleep(ms, undefined, { ref: false, signal: AbortSignal.any([stopping.signal, ...signals]) })

  async function connectAndPoll(onSuccess: () => void) {
    const client = new Client({ ...config, query_timeout: queryTimeoutMs })
    const broken = new AbortController()
    client.on('error', () => broken.abort()).on('end', () => broken.abort())
    client.on('notification', ({ payload = '' }) => listener.onNotification(payload))
    const all = async <Row extends object>({ text, values }: Query) =>
      (await client.query<Row>(text, values.map(toValue))).rows
    try {
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      for (;;) {
        await listener.poll({ all })
        onSuccess()
        await wait(pollIntervalMs, broken.signal)
      }
    } finally {
      // Not awaited: closing a dead connection may take minutes.
      client.end().catch(() => undefined)
    }
  }

  async function reconnectForever() {
    let delayMs = 0
    while (!stopping.signal.aborted) {
      const connection = connectAndPoll(() => {
        delayMs = 0
      })
      await connection.catch(() => undefined)
      listener.onDisconnect()
      delayMs = Math.min(delayMs * 2 + 50, maxReconnectDelayMs)
      await wait(delayMs).catch(() => undefined)
    }
  }

  const stopped = reconnectForever()
  return () => {
    stopping.abort()
    return stopped
  }
}
