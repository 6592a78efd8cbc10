import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { median } from './median.ts'

/** Prints whether the response time reveals that an address has an account. */
const attempts = 200
const known = 'known@uwaterloo.ca'
const unknown = 'unknown@uwaterloo.ca'
const password = 'correct horse 1!'

const folder = await mkdtemp(join(tmpdir(), 'quad-timing-'))
const config = readConfig({ DATA_DIR: folder, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' })
const db = await openDatabase(config)
await migrate(db)
const photos = createPhotos({ store: await openDiskStore(join(folder, 'uploads')) })
const app = await buildApp({ config, db, photos })
try {
  const student = { firstName: 'Known', lastName: 'Student', email: known }
  await post('/api/users', { ...student, password, confirmPassword: password })
  await compare('login', '/api/auth/login', (email) => ({ email, password: 'wrong horse 1!' }))
  await compare('reset', '/api/auth/reset-password', (email) => ({ email }))
} finally {
  await app.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
}

async function compare(name: string, url: string, body: (email: string) => object) {
  const times: Record<string, number[]> = { [known]: [], [unknown]: [] }
  for (let i = 0; i < attempts; i++) {
    const order = i % 2 ? [known, unknown] : [unknown, known]
    for (const email of order) {
      const start = performance.now()
      await post(url, body(email))
      times[email]?.push(performance.now() - start)
    }
  }
  const a = median(times[known] ?? [])
  const b = median(times[unknown] ?? [])
  const difference = (Math.abs(a - b) / Math.min(a, b)) * 100
  console.log(
    `${name}: known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, difference ${difference.toFixed(1)} %`,
  )
}

function post(url: string, payload: object) {
  return app.inject({ method: 'POST', url, payload })
}
