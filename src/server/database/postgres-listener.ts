import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Listener } from './database.ts'
import { toValue } from './values.ts'

const checkEveryMs = 500
/** A server that takes longer has fallen silent, as far as a listener is concerned. */
const silentAfterMs = 1_000
const longestPauseMs = 2_000

/** Hears a channel on a connection of its own, and makes another when it breaks. Gives the way to stop. */
export function keepListening(
  config: ClientConfig,
  channel: string,
  listener: Listener,
): () => Promise<void> {
  const stopping = new AbortController()
  const waitMs = (ms: number, ...signals: AbortSignal[]) =>
    pause(ms, undefined, { ref: false, signal: AbortSignal.any([stopping.signal, ...signals]) })

  async function listen(succeeded: () => void) {
    const client = new Client({ ...config, query_timeout: silentAfterMs })
    const broken = new AbortController()
    client.on('error', () => broken.abort()).on('end', () => broken.abort())
    client.on('notification', ({ payload = '' }) => listener.heard(payload))
    const all = async <Row extends object>({ text, values }: Sql) =>
      (await client.query<Row>(text, values.map(toValue))).rows
    try {
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      for (;;) {
        await listener.check({ all })
        succeeded()
        await waitMs(checkEveryMs, broken.signal)
      }
    } finally {
      // Not waited for: a connection that fell silent takes minutes to say goodbye.
      client.end().catch(() => undefined)
    }
  }

  async function keepTrying() {
    let pauseMs = 0
    while (!stopping.signal.aborted) {
      const trying = listen(() => {
        pauseMs = 0
      })
      await trying.catch(() => undefined)
      listener.lost()
      pauseMs = Math.min(pauseMs * 2 + 50, longestPauseMs)
      await waitMs(pauseMs).catch(() => undefined)
    }
  }

  const ended = keepTrying()
  return () => {
    stopping.abort()
    return ended
  }
}
