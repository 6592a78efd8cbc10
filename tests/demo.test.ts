import { expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { demoPassword, demoStudents } from '#demo/students.ts'
import { testDatabaseSettings } from './support/databases.ts'
import { startServer } from './support/start-server.ts'

const timeoutMs = 120_000

it(
  'demo data is added once, with photos',
  async () => {
    const settings = { ...(await testDatabaseSettings('sqlite')), DEMO: '' }
    const server = await startServer(settings)
    const call = async (path: string, init?: RequestInit) => fetch(server.url + path, init)
    const totals: number[] = []
    for (const { path } of categories) {
      const { total, results } = await (await call(`/api/${path}`)).json()
      totals.push(total)
      const photo = await call(`/api${results[0].photos[0]}`)
      expect(photo.headers.get('content-type')).toBe('image/webp')
    }
    expect(Math.min(...totals)).toBeGreaterThanOrEqual(24)
    const login = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoStudents.ada.email, password: demoPassword }),
    })
    expect(login.status).toBe(200)
    expect(server.output()).toContain(`Log in as ${demoStudents.ada.email} with ${demoPassword}`)
    await server.stop()

    const again = await startServer(settings)
    expect(again.output()).not.toContain('Adding')
    const { total } = await (await fetch(`${again.url}/api/${categories[0].path}`)).json()
    expect(total).toBe(totals[0])
    await again.stop()
  },
  timeoutMs,
)

it('no demo data is added with an APP_URL', async () => {
  const settings = await testDatabaseSettings('sqlite')
  const server = await startServer({ ...settings, DEMO: '', APP_URL: 'https://quad.example' })
  const { total } = await (await fetch(`${server.url}/api/rentals`)).json()
  await server.stop()
  expect(total).toBe(0)
})
