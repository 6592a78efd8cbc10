import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import sql from 'sql-template-tag'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { handleError } from '#server/error-handler.ts'
import type { App } from '#server/http.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { photoRoutes } from '#server/photos/photo-routes.ts'
import { createPhotos, type PhotosParts } from '#server/photos/photos.ts'
import { type Engine, openTestDatabase } from './databases.ts'

export const day = 86_400_000

/** A database with one student, and a folder for photos unless they go elsewhere. The clock starts at the real time, as files have it. */
export async function openPhotoDesk(engine: Engine, parts: Partial<PhotosParts> = {}) {
  const root = join(await mkdtemp(join(tmpdir(), 'quad-test-')), 'uploads')
  onTestFinished(() => rm(join(root, '..'), { recursive: true, force: true }))
  const db = await openTestDatabase(engine)
  const clock = { now: Date.now() }
  const store = parts.store ?? (await openDiskStore(root))
  const photos = createPhotos({ now: () => clock.now, ...parts, store })
  return { db, root, clock, store, photos, userId: await addStudent(db) }
}

/** The photo routes alone, for the student of the desk; `x-visitor` makes it an anonymous request. */
export async function openPhotoApp(engine: Engine, parts: Partial<PhotosParts> = {}) {
  const desk = await openPhotoDesk(engine, parts)
  const app: App = fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-visitor']) return
    request.user = { id: desk.userId, firstName: 'Ada', lastName: 'Lee', email: 'ada@uwaterloo.ca' }
  })
  await photoRoutes(app, desk)
  onTestFinished(() => app.close())

  const send = async (form: FormData) =>
    app.inject({ method: 'POST', url: '/api/upload', ...(await encode(form)) })
  const upload = (bytes: Uint8Array, fileName = 'photo.jpg', type = 'image/jpeg') =>
    send(formWith('image', bytes, fileName, type))
  return { ...desk, app, send, upload }
}

export function formWith(
  field: string,
  bytes: Uint8Array,
  fileName = 'photo.jpg',
  type = 'image/jpeg',
): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), fileName)
  return form
}

export async function encode(form: FormData) {
  const body = new Response(form)
  return {
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  }
}

export async function addStudent(db: Db): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Lee', 'ada@uwaterloo.ca', '', 0) RETURNING id`)
  return row?.id ?? 0
}

export async function addListing(db: Db, sellerId: number): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at)
    VALUES ('misc', ${sellerId}, 'Lamp', 100, '', '{}', '[]', '', 0, 0) RETURNING id`)
  return row?.id ?? 0
}

export function photoRows(db: Db) {
  return db.all<{ name: string; uploaded_at: number }>(
    sql`SELECT name, uploaded_at FROM photos ORDER BY name`,
  )
}

/** Every file below the folder, wherever it is. */
export async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
