import { expect, it } from 'vitest'
import { publicCategories } from '#categories/index.ts'
import { demoPassword, demoStudents } from '#demo/students.ts'
import { testDatabaseSettings } from './support/databases.ts'
import { startServer } from './support/start-server.ts'

it('demo data is added with photos while the site serves, and goes on after a stop', {
  timeout: 60_000,
}, async () => {
  const settings = { ...(await testDatabaseSettings('sqlite')), DEMO: '' }
  const server = await startServer(settings)
  expect(server.output()).not.toContain('sample listings added')
  const call = async (path: string, init?: RequestInit) => fetch(server.url + path, init)
  const login = await call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoStudents.ada.email, password: demoPassword }),
  })
  expect(login.status).toBe(200)
  expect(server.output()).toContain(`Log in as ${demoStudents.ada.email} with ${demoPassword}`)
  const readListings = async (url: string) => {
    const lists = publicCategories.map(async ({ path }) =>
      (await fetch(`${url}/api/${path}`)).json(),
    )
    return (await Promise.all(lists)).flatMap(({ results }) => results)
  }
  const options = { timeout: 30_000 }
  await expect.poll(() => readListings(server.url), options).not.toEqual([])
  const withPhoto = (await readListings(server.url)).find(({ photos }) => photos[0])
  const photo = await call(`/api${withPhoto.photos[0]}`)
  expect(photo.headers.get('content-type')).toBe('image/webp')
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toMatch(/rror/)

  const again = await startServer(settings)
  const { length } = await readListings(again.url)
  await expect
    .poll(async () => (await readListings(again.url)).length, options)
    .toBeGreaterThan(length)
  const photos = (await readListings(again.url)).map((listing) => JSON.stringify(listing.photos))
  expect(new Set(photos).size).toBe(photos.length)
  expect(await again.stop()).toBe(0)
})

it('no demo data is added with an APP_URL', async () => {
  const settings = await testDatabaseSettings('sqlite')
  const server = await startServer({ ...settings, DEMO: '', APP_URL: 'https://quad.example' })
  const { total } = await (await fetch(`${server.url}/api/rentals`)).json()
  await server.stop()
  expect(total).toBe(0)
})
