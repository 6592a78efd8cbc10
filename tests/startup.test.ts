import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { publicCategories } from '#categories/index.ts'
import { migrateUpTo } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { childProcessIds } from './support/child-processes.ts'
import { anyEngine, engines, testDatabaseSettings } from './support/databases.ts'
import { findFreePort } from './support/free-port.ts'
import { startServer } from './support/start-server.ts'

/** Returns the output of a server that fails to start. */
async function startAndFail(settings: Record<string, string>): Promise<string> {
  const error = await startServer(settings).then(
    async (server) => {
      await server.stop()
      return new Error('it started')
    },
    (reason: Error) => reason,
  )
  expect(error.message).toMatch(/^The server ended with code 1:/)
  expect(error.message).not.toMatch(/\n\s+at /)
  return error.message
}

describe('start with a bad configuration', () => {
  it('names every bad setting at once', async () => {
    const message = await startAndFail({
      WORKERS: 'many',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'file:x',
    })
    for (const name of ['WORKERS', 'LOG_LEVEL', 'DATABASE_URL']) expect(message).toContain(name)
  })

  it('reports a host that is not an address of this machine', async () => {
    expect(await startAndFail({ HOST: '192.0.2.1' })).toContain('HOST=192.0.2.1 is not')
  })

  it('reports an unusable data folder', async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    const file = join(DATA_DIR, 'file')
    await writeFile(file, '')
    expect(await startAndFail({ DATA_DIR: file })).toContain('DATA_DIR')
  })

  it('reports an unreachable database, without its password', async () => {
    const unusedPort = await findFreePort()
    const message = await startAndFail({
      DATABASE_URL: `postgres://quad:hunter2@127.0.0.1:${unusedPort}/quad`,
    })
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('hunter2')
  })
})

describe.each(engines)('server on %s', (engine) => {
  it('can start twice at once on the same empty database', async () => {
    const settings = await testDatabaseSettings(engine)
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    for (const server of servers) {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      // Further signals change nothing while the server drains.
      server.process.kill('SIGTERM')
      server.process.kill('SIGTERM')
      expect(await server.stop()).toBe(0)
    }
  }, 60_000)
})

describe.each(anyEngine)('server on %s', (engine) => {
  it('has rendered pages before it is ready, so that the first visitor waits no longer than others', async () => {
    const APP_URL = 'https://market.example'
    const settings = { NODE_ENV: 'production', LOG_LEVEL: 'debug', APP_URL }
    const server = await startServer({ ...(await testDatabaseSettings(engine)), ...settings })
    const [before = ''] = server.output().split('ready at')
    expect(before.match(/"route":"\/\*","status":200/g)).toHaveLength(1 + publicCategories.length)
    expect(server.output()).not.toContain('not set up')
    await server.stop()
  })

  it('finishes the request in flight before it exits', async () => {
    const server = await startServer(await testDatabaseSettings(engine))
    const port = Number(new URL(server.url).port)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    // The request is incomplete when the signal arrives.
    socket.write(
      'POST /api/nothing HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n',
    )
    socket.write('content-length: 2\r\n\r\n{')
    await fetch(`${server.url}/api/health`)
    const stopped = server.stop()
    await expect.poll(() => isConnectionRefused(port)).toBe(true)
    socket.write('}')
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(/^HTTP\/1\.1 404 /)
    expect(await stopped).toBe(0)
  })
})

function isConnectionRefused(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = connect(port, '127.0.0.1')
  probe.on('connect', () => resolve(false)).on('error', () => resolve(true))
  return promise.finally(() => probe.destroy())
}

describe.each(anyEngine)('two workers on %s', (engine) => {
  it('upgrade once, serve one port, are replaced when killed, and exit with 0', async () => {
    const settings = await testDatabaseSettings(engine)
    const db = await openDatabase(settings)
    await migrateUpTo(db, 20)
    await db.close()
    const server = await startServer({
      ...settings,
      APP_URL: 'https://quad.example',
      WORKERS: '2',
    })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const health = () => fetch(`${server.url}/api/health`).then(({ status }) => status, String)
    const workers = () => childProcessIds(server.process.pid)
    expect(server.output().match(/ready at/g)).toHaveLength(1)
    expect(server.output().match(/^Warning: APP_URL .*$/gm)).toHaveLength(1)
    expect(server.output().match(/^The database was backed up .*-020\.tar$/gm)).toHaveLength(1)
    expect(await health()).toBe(200)

    const both = workers()
    expect(both).toHaveLength(2)
    for (const pid of both) process.kill(pid, 'SIGKILL')
    const replacements = () => workers().filter((pid) => !both.includes(pid))
    await expect.poll(replacements, { timeout: 30_000 }).toHaveLength(2)
    await expect.poll(health, { timeout: 30_000 }).toBe(200)

    expect(await server.stop()).toBe(0)
    expect(await isConnectionRefused(Number(new URL(server.url).port))).toBe(true)
  }, 60_000)
})

describe('workers that cannot start', () => {
  it('end the server with one error message', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const port = String(Object(other.address()).port)
    const message = await startAndFail({ PORT: port, WORKERS: '2' })
    expect(message.match(/Port \d+ is taken\./g)).toEqual([`Port ${port} is taken.`])
  }, 60_000)
})
