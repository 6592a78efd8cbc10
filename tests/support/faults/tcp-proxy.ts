import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * The modes. pass: forwards everything. delay: forwards every packet late. hang: keeps connections open and forwards
 * nothing. drop: resets open and new connections. lose: open connections hang for ever while new ones pass, as when a
 * server's machine is replaced.
 */
export type ProxyMode = 'pass' | 'delay' | 'hang' | 'drop' | 'lose'

interface ProxiedConnection {
  client: Socket
  upstream: Socket
  isLost: boolean
}

/** Starts a TCP proxy between a server and one of its dependencies, to simulate network faults. */
export async function startProxy(target: { host: string; port: number }, delayMs = 200) {
  const connections = new Set<ProxiedConnection>()
  const connectedAt: number[] = []
  let mode: ProxyMode = 'pass'
  let modeChanged = Promise.withResolvers<void>()

  async function waitWhileBlocked(connection: ProxiedConnection) {
    while (mode === 'hang' || connection.isLost) await modeChanged.promise
    if (mode === 'delay') await pause(delayMs)
  }

  async function forward(connection: ProxiedConnection, from: Socket, to: Socket) {
    try {
      for await (const chunk of from) {
        await waitWhileBlocked(connection)
        if (!to.write(chunk)) await once(to, 'drain')
      }
      await waitWhileBlocked(connection)
      to.end()
    } catch {
      from.destroy()
      to.destroy()
    }
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    connectedAt.push(performance.now())
    client.on('error', () => undefined)
    if (mode === 'drop') return client.resetAndDestroy()
    const upstream = connect({ ...target, allowHalfOpen: true })
    upstream.on('error', () => client.resetAndDestroy())
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    const connection = { client, upstream, isLost: false }
    connections.add(connection)
    client.on('close', () => connections.delete(connection))
    forward(connection, client, upstream)
    forward(connection, upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')

  async function close() {
    for (const { client, upstream } of connections) {
      client.destroy()
      upstream.destroy()
    }
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  return {
    port: address.port,
    /** The time of each incoming connection. */
    connectedAt,
    setMode(next: ProxyMode) {
      mode = next
      if (next === 'drop') for (const { client } of connections) client.resetAndDestroy()
      if (next === 'lose') for (const connection of connections) connection.isLost = true
      modeChanged.resolve()
      modeChanged = Promise.withResolvers()
    },
  }
}
