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
import type { App } from '#server/http/app-types.ts'
import { authorizationHook } from '#server/http/authorization.ts'
import { handleError } from '#server/http/error-handler.ts'
import { createRateLimiter } from '#server/limits/rate-limit.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { photoNameFromPath } from '#server/photos/photo-name.ts'
import { photoRoutes } from '#server/photos/photo-routes.ts'
import { createPhotos, type PhotosDeps } from '#server/photos/photos.ts'
import { createPolicies } from '#server/policies.ts'
import { at } from './campus-email.ts'
import { type Engine, openTestDatabase } from './databases.ts'
import { insertTestUser } from './insert-test-user.ts'

/**
 * Opens the photo service on a database with one user, with a disk store unless `deps` has another. The clock starts at the
 * real time, because files have real modification times.
 */
export async function openTestPhotos(engine: Engine, deps: Partial<PhotosDeps> = {}) {
  const root = join(await mkdtemp(join(tmpdir(), 'quad-test-')), 'uploads')
  onTestFinished(() => rm(join(root, '..'), { recursive: true, force: true }))
  const db = await openTestDatabase(engine)
  const { id: studentId } = await insertTestUser(db)
  const clock = { now: Date.now() }
  const store = deps.store ?? (await openDiskStore(root))
  const photos = createPhotos({ now: () => clock.now, ...deps, store })
  return { db, root, clock, store, photos, studentId }
}

/**
 * Opens only the photo routes. Requests come from the user, unless `x-student` and `x-email` name another or `x-visitor` is
 * set.
 */
export async function openTestPhotoApp(engine: Engine, deps: Partial<PhotosDeps> = {}) {
  const testPhotos = await openTestPhotos(engine, deps)
  const app: App = fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorateRequest('user', null)
  app.decorateRequest('audience', 'visitors')
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-visitor']) return
    request.user = {
      id: Number(request.headers['x-student'] ?? testPhotos.studentId),
      firstName: 'Ada',
      lastName: 'Lee',
      email: String(request.headers['x-email'] ?? at('ada')),
      confirmation: 'confirmed',
      role: 'student',
      secondFactor: null,
      suspension: null,
      mayPost: true,
      unread: 0,
    }
    request.audience = 'students'
  })
  app.addHook('onRequest', authorizationHook(createPolicies({ LISTING_ACCESS: 'contact' })))
  await photoRoutes(app, {
    photos: testPhotos.photos,
    db: testPhotos.db,
    rateLimiter: createRateLimiter({ enabled: true, now: () => testPhotos.clock.now }),
    transaction: (_request, work) => testPhotos.db.transaction(work),
    findStudentId: async ({ user }) => user?.id,
  })
  onTestFinished(() => app.close())

  const send = async (form: FormData) =>
    app.inject({ method: 'POST', url: '/api/upload', ...(await encodeForm(form)) })
  const upload = (bytes: Uint8Array, fileName = 'photo.jpg', type = 'image/jpeg') =>
    send(createFileForm('image', bytes, fileName, type))
  return { ...testPhotos, app, send, upload }
}

export function createFileForm(
  field: string,
  bytes: Uint8Array,
  fileName = 'photo.jpg',
  type = 'image/jpeg',
): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), fileName)
  return form
}

export async function encodeForm(form: FormData) {
  const body = new Response(form)
  return {
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  }
}

export async function insertTestListing(db: Db, sellerId: number): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, rank)
    VALUES ('misc', ${sellerId}, 'Lamp', 100, '', '{}', '[]', '', 0, 0,
      (SELECT coalesce(max(rank), 0) + 1 FROM listings))
    RETURNING id`)
  return row?.id ?? 0
}

/** Makes a photo public by showing it in a listing of the user. */
export async function showInListing(db: Db, url: string, sellerId: number): Promise<number> {
  const listingId = await insertTestListing(db, sellerId)
  await db.run(sql`
    INSERT INTO photo_uses (photo_name, listing_id)
    VALUES (${photoNameFromPath(url)}, ${listingId})`)
  return listingId
}

export function findPhotoRows(db: Db) {
  return db.all<{ name: string; uploaded_at: number }>(
    sql`SELECT name, uploaded_at FROM photos ORDER BY name`,
  )
}

/** Lists all files in the folder and its subfolders. */
export async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
