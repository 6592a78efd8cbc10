import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engines, testDatabaseSettings } from './support/databases.ts'
import { childrenOf } from './support/process-family.ts'
import { freePort, startServer } from './support/running-server.ts'

/** What a person reads when a start is refused. */
async function refusal(settings: Record<string, string>): Promise<string> {
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

describe('a start that cannot work', () => {
  it('names every bad setting at once', async () => {
    const message = await refusal({ WORKERS: 'many', LOG_LEVEL: 'loud', DATABASE_URL: 'file:x' })
    for (const name of ['WORKERS', 'LOG_LEVEL', 'DATABASE_URL']) expect(message).toContain(name)
  })

  it('says that the port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await refusal({ PORT: port })).toContain(`Port ${port} is taken.`)
  })

  it('says that the data folder cannot be used', async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    const file = join(DATA_DIR, 'file')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: file })).toContain('DATA_DIR')
  })

  it('says that the database cannot be reached, without its password', async () => {
    const nobody = await freePort()
    const message = await refusal({
      DATABASE_URL: `postgres://quad:hunter2@127.0.0.1:${nobody}/quad`,
    })
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('hunter2')
  })
})

describe.each(engines)('a server on %s', (engine) => {
  it('serves, drains on SIGTERM however often it comes, and exits with 0', async () => {
    const server = await startServer(await testDatabaseSettings(engine))
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    server.process.kill('SIGTERM')
    server.process.kill('SIGTERM')
    expect(await server.stop()).toBe(0)
  })

  it('starts twice at once on the same empty database', async () => {
    const settings = await testDatabaseSettings(engine)
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    for (const server of servers) {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      expect(await server.stop()).toBe(0)
    }
  })

  it('finishes the request in flight before it ends', async () => {
    const server = await startServer(await testDatabaseSettings(engine))
    const port = Number(new URL(server.url).port)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    // Half a request: the server has taken it on when the signal comes.
    socket.write(
      'POST /api/nothing HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n',
    )
    socket.write('content-length: 2\r\n\r\n{')
    await fetch(`${server.url}/api/health`)
    const stopped = server.stop()
    await expect.poll(() => refused(port)).toBe(true)
    socket.write('}')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
    expect(await stopped).toBe(0)
  })
})

/** Whether a new connection is turned away. */
function refused(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = connect(port, '127.0.0.1')
  probe.on('connect', () => resolve(false)).on('error', () => resolve(true))
  return promise.finally(() => probe.destroy())
}

describe.each(engines)('two workers on %s', (engine) => {
  it('serve on one port, are replaced when they die, and all end with 0', async () => {
    const server = await startServer({ ...(await testDatabaseSettings(engine)), WORKERS: '2' })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const health = () => fetch(`${server.url}/api/health`).then(({ status }) => status, String)
    const workers = () => childrenOf(server.process.pid)
    expect(server.output().match(/ready at/g)).toHaveLength(1)
    expect(await health()).toBe(200)

    const both = workers()
    expect(both).toHaveLength(2)
    for (const pid of both) process.kill(pid, 'SIGKILL')
    const newcomers = () => workers().filter((pid) => !both.includes(pid))
    await expect.poll(newcomers, { timeout: 30_000 }).toHaveLength(2)
    await expect.poll(health, { timeout: 30_000 }).toBe(200)

    expect(await server.stop()).toBe(0)
    expect(await refused(Number(new URL(server.url).port))).toBe(true)
  }, 60_000)
})

describe('workers that cannot start', () => {
  it('end the whole with one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const port = String(Object(other.address()).port)
    const message = await refusal({ PORT: port, WORKERS: '2' })
    expect(message.match(/Port \d+ is taken\./g)).toEqual([`Port ${port} is taken.`])
    expect(await refusal({ HOST: '192.0.2.1', WORKERS: '2' })).toContain('HOST=192.0.2.1 is not')
  })
})
