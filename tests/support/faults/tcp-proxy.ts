import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * pass: as if it were not there. delay: every packet comes late. hang: connections stay open, and nothing
 * moves. drop: open connections are reset, and new ones at once. lose: like hang for the connections that
 * are open at that moment, for ever, while new ones pass, as when a server's machine is replaced.
 */
export type ProxyMode = 'pass' | 'delay' | 'hang' | 'drop' | 'lose'

interface Line {
  near: Socket
  far: Socket
  isLost: boolean
}

/** Stands between a server and what it depends on, and fails as networks do. */
export async function startProxy(target: { host: string; port: number }, delayMs = 200) {
  const lines = new Set<Line>()
  const arrivals: number[] = []
  let mode: ProxyMode = 'pass'
  let moved = Promise.withResolvers<void>()

  async function untilItMoves(line: Line) {
    while (mode === 'hang' || line.isLost) await moved.promise
    if (mode === 'delay') await pause(delayMs)
  }

  async function pump(line: Line, from: Socket, to: Socket) {
    try {
      for await (const chunk of from) {
        await untilItMoves(line)
        if (!to.write(chunk)) await once(to, 'drain')
      }
      await untilItMoves(line)
      to.end()
    } catch {
      from.destroy()
      to.destroy()
    }
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    arrivals.push(performance.now())
    near.on('error', () => undefined)
    if (mode === 'drop') return near.resetAndDestroy()
    const far = connect({ ...target, allowHalfOpen: true })
    far.on('error', () => near.resetAndDestroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    const line = { near, far, isLost: false }
    lines.add(line)
    near.on('close', () => lines.delete(line))
    pump(line, near, far)
    pump(line, far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')

  async function close() {
    for (const { near, far } of lines) for (const end of [near, far]) end.destroy()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  return {
    port: address.port,
    /** When each connection was asked for. */
    arrivals,
    setMode(next: ProxyMode) {
      mode = next
      if (next === 'drop') for (const { near } of lines) near.resetAndDestroy()
      if (next === 'lose') for (const line of lines) line.isLost = true
      moved.resolve()
      moved = Promise.withResolvers()
    },
  }
}
