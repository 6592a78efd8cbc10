import { expect, it } from 'vitest'
import { startServer } from './support/running-server.ts'

it('any worker tells the figures of all', async () => {
  const token = 'a-token-for-monitoring'
  const server = await startServer({ WORKERS: '2', METRICS_TOKEN: token })
  try {
    const visits = 20
    for (let visit = 0; visit < visits; visit += 1) {
      // A connection of its own each time, so that both workers get some.
      await fetch(`${server.url}/api/misc`, { headers: { connection: 'close' } })
    }
    const counted = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const text = await (await fetch(`${server.url}/api/metrics`, { headers })).text()
      const answered =
        /duration_seconds_count\{method="GET",route="\/api\/misc",status="200"\} (\d+)/
      const recalled = /^quad_answers_from_memory_total (\d+)/m
      return Number(answered.exec(text)?.[1]) + Number(recalled.exec(text)?.[1])
    }
    expect([await counted(), await counted(), await counted()]).toEqual([visits, visits, visits])
  } finally {
    await server.stop()
  }
})
