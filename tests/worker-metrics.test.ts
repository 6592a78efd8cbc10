import { expect, it } from 'vitest'
import { startServer } from './support/start-server.ts'

it('metrics of any worker include all workers', async () => {
  const token = 'a-token-for-monitoring'
  const server = await startServer({ WORKERS: '2', METRICS_TOKEN: token })
  try {
    const requestCount = 20
    for (let sent = 0; sent < requestCount; sent += 1) {
      // Each request uses a new connection, so that both workers get some.
      await fetch(`${server.url}/api/misc`, { headers: { connection: 'close' } })
    }
    const readCount = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const text = await (await fetch(`${server.url}/api/metrics`, { headers })).text()
      const count = /duration_seconds_count\{method="GET",route="\/api\/misc",status="200"\} (\d+)/
      return Number(count.exec(text)?.[1])
    }
    expect([await readCount(), await readCount(), await readCount()]).toEqual([
      requestCount,
      requestCount,
      requestCount,
    ])
  } finally {
    await server.stop()
  }
})
