import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { DatabaseBusy, DatabaseUnavailable } from './database.ts'
import { openPostgres } from './postgres.ts'

type Options = Parameters<typeof openPostgres>[1]

async function openWithTable(options?: Options) {
  const { DATABASE_URL = '' } = await testDatabaseSettings('postgres')
  const open = (url: string) => {
    const db = openPostgres(url, options)
    onTestFinished(() => db.close())
    return db
  }
  const db = open(DATABASE_URL)
  await db.script("CREATE TABLE a (name TEXT, n INTEGER); INSERT INTO a VALUES ('x', 0), ('y', 0)")
  return { db, url: new URL(DATABASE_URL), open }
}

/** Starts a relay in front of the server, so that the server can seem to go away and come back. */
async function startRelay(target: URL) {
  const sockets = new Set<Socket>()
  const start = async (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      }
      near.pipe(far).pipe(near)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await start(0)
  const { port } = Object(server.address())
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped())
      for (const socket of sockets) socket.destroy()
    })
  const restart = async () => {
    server = await start(port)
  }
  onTestFinished(stop)
  return { url: url.href, stop, restart }
}

const rows = sql`SELECT count(*) AS n FROM a`

it('says unavailable while the server is away, and works when it is back', async () => {
  const { url, open } = await openWithTable()
  const relay = await startRelay(url)
  const db = open(relay.url)
  expect(await db.get(rows)).toEqual({ n: 2 })
  await relay.stop()
  await expect(db.get(rows)).rejects.toThrow(DatabaseUnavailable)
  await expect(db.transaction((tx) => tx.get(rows))).rejects.toThrow(DatabaseUnavailable)
  await relay.restart()
  expect(await db.get(rows)).toEqual({ n: 2 })
})

it('sends nothing in plain text when TLS is asked for and the server has none', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        received.push(bytes)
        socket.write('N')
      })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = Object(server.address())
  const db = openPostgres(`postgres://ada:s3cret@127.0.0.1:${port}/quad?sslmode=verify-full`)
  onTestFinished(() => db.close())
  await expect(db.get(rows)).rejects.toThrow(DatabaseUnavailable)
  // The client sent only the eight bytes that ask for TLS.
  expect(Buffer.concat(received)).toHaveLength(8)
})

it('says busy to whoever would wait behind too many others', async () => {
  const { db } = await openWithTable({ maxConnections: 1, maxWaiting: 1 })
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.get(rows)
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const waiting = db.get(rows)
  await expect(db.get(rows)).rejects.toThrow(DatabaseBusy)
  held.resolve()
  await holding
  expect(await waiting).toEqual({ n: 2 })
})

it('rolls back a transaction that loses its connection', async () => {
  const { db, url, open } = await openWithTable()
  const relay = await startRelay(url)
  const lost = open(relay.url).transaction(async (tx) => {
    await tx.run(sql`DELETE FROM a`)
    await relay.stop()
    await tx.get(rows)
  })
  await expect(lost).rejects.toThrow(DatabaseUnavailable)
  expect(await db.get(rows)).toEqual({ n: 2 })
})

it('says unavailable to a query whose connection the server ends, and goes on', async () => {
  const { db } = await openWithTable({ maxConnections: 1 })
  const ended = db.get(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
  await expect(ended).rejects.toThrow(DatabaseUnavailable)
  expect(await db.get(rows)).toEqual({ n: 2 })
})

it('runs the loser of a deadlock again', async () => {
  const { db } = await openWithTable()
  const first = { x: Promise.withResolvers<void>(), y: Promise.withResolvers<void>() }
  let runs = 0
  const raise = (mine: 'x' | 'y', theirs: 'x' | 'y') =>
    db.transaction(async (tx) => {
      runs += 1
      await tx.run(sql`UPDATE a SET n = n + 1 WHERE name = ${mine}`)
      first[mine].resolve()
      await first[theirs].promise
      await tx.run(sql`UPDATE a SET n = n + 1 WHERE name = ${theirs}`)
    })
  await Promise.all([raise('x', 'y'), raise('y', 'x')])
  expect(runs).toBeGreaterThan(2)
  expect(await db.all(sql`SELECT n FROM a`)).toEqual([{ n: 2 }, { n: 2 }])
})

it('says busy when a lock is held too long, and keeps the connection', async () => {
  const { db, url, open } = await openWithTable({ lockTimeoutMs: 50, maxConnections: 1 })
  const other = open(url.href)
  const readConnection = () => other.get(sql`SELECT pg_backend_pid() AS id`)
  const connection = await readConnection()
  const write = sql`UPDATE a SET n = 2`
  await db.transaction(async (tx) => {
    await tx.run(sql`UPDATE a SET n = 1`)
    await expect(other.run(write)).rejects.toThrow(DatabaseBusy)
    await expect(other.transaction((inner) => inner.run(write))).rejects.toThrow(DatabaseBusy)
    await expect(
      other.transaction(async (inner) => {
        await inner.run(sql`INSERT INTO a VALUES ('z', 0)`)
        await inner.transaction((nested) => nested.run(write))
      }),
    ).rejects.toThrow(DatabaseBusy)
    expect(await readConnection()).toEqual(connection)
  })
  expect(await other.all(sql`SELECT n FROM a`)).toEqual([{ n: 1 }, { n: 1 }])
})

it('does not claim to have committed after a failure that was passed over', async () => {
  const { db } = await openWithTable()
  const work = db.transaction(async (tx) => {
    await tx.run(sql`DELETE FROM a`)
    await tx.get(sql`SELECT * FROM nowhere`).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('had failed')
  expect(await db.get(rows)).toEqual({ n: 2 })
})

it('recovers from a statement prepared before its columns changed', async () => {
  const { db, url, open } = await openWithTable({ maxConnections: 1 })
  const everything = sql`SELECT * FROM a WHERE name = ${'x'}`
  expect(await db.get(everything)).toEqual({ name: 'x', n: 0 })
  await open(url.href).script("ALTER TABLE a ADD COLUMN more TEXT DEFAULT 'm'")
  await expect(db.get(everything)).rejects.toThrow('cached plan')
  expect(await db.get(everything)).toEqual({ name: 'x', n: 0, more: 'm' })
})

it('prepares a statement once for each connection', async () => {
  const { db } = await openWithTable({ maxConnections: 1 })
  for (const name of ['x', 'y', 'z']) await db.get(sql`SELECT n FROM a WHERE name = ${name}`)
  const prepared = await db.all(sql`
    SELECT generic_plans + custom_plans AS uses FROM pg_prepared_statements
    WHERE statement = 'SELECT n FROM a WHERE name = $1'`)
  expect(prepared).toEqual([{ uses: 3 }])
})
