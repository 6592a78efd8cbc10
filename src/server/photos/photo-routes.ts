import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mailboxOf } from '#campus/campus.ts'
import { errorBody } from '#contract/errors.ts'
import { uploadedPhoto } from '#contract/photo-schemas.ts'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { matchesEtag } from '../http/prepared-response.ts'
import { skipValidation } from '../http/skip-validation.ts'
import { perHour, type RateLimiter, type RateLimitRule } from '../limits/rate-limit.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { parsePhotoFileName } from './photo-name.ts'
import { findPhotoAudience } from './photo-queries.ts'
import type { Photos } from './photos.ts'
import {
  acceptMultipart,
  checkUploadHeaders,
  createMemoryBudget,
  cutOffError,
  declaredUploadBytes,
  freeUpload,
  receiveUpload,
} from './receive-upload.ts'

const maxUploadMemoryBytes = 256 * 1024 * 1024
/**
 * The memory that the uploads of one mailbox may use. It is enough for three of the largest photos, and the form
 * uploads two at a time.
 */
const maxUploadMemoryPerMailbox = maxUploadMemoryBytes / 8

const maxUploadsPerHour = 200

/**
 * The limit of uploads per mailbox. Each second of decoding counts as an upload too, so a mailbox can keep a decoder
 * busy for only a few minutes an hour.
 */
const uploadsPerStudent: RateLimitRule = {
  name: 'uploads',
  ...perHour(maxUploadsPerHour),
  message: `You can upload ${maxUploadsPerHour} photos an hour, fewer if they take long to read. Add the rest later.`,
}

export interface PhotoRoutesDeps {
  /** Looks up the session. The route of photos does this for only a few requests. */
  findStudentId: (request: FastifyRequest) => Promise<number | undefined>
  /** Runs a transaction for the user of the request. */
  transaction: <Result>(
    request: FastifyRequest,
    work: (tx: Db) => Promise<Result>,
  ) => Promise<Result>
  photos: Photos
  db: Db
  rateLimiter: RateLimiter
}

export async function photoRoutes(app: App, deps: PhotoRoutesDeps) {
  const { photos, db, findStudentId } = deps
  await app.register(async (uploads: App) => uploadRoute(uploads, deps))

  app.get(
    '/api/uploads/:file',
    {
      // Load shedding does not count these requests, because waiting for a slow store is not load.
      config: { skipLoadShedding: true, skipSession: true },
      schema: {
        tags: ['Photos'],
        summary: 'A photo',
        description:
          'The url of an upload below /api. `-320`, `-640` or `-1280` before `.webp` asks for that width; a photo that is smaller comes in its own size. Until a listing shows it, only the student who uploaded it gets it.',
        params: z.object({ file: z.string() }),
        response: { 200: z.unknown(), 304: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const requested = parsePhotoFileName(request.params.file)
      const audience = requested && (await findPhotoAudience(db, requested.name))
      if (!audience) throw noSuchPhoto()
      const isPublic = audience === 'everyone'
      if (!isPublic && (await findStudentId(request)) !== audience.uploaderId) throw noSuchPhoto()
      const photo = await photos.open(requested.name, requested.width)
      if (!photo) throw noSuchPhoto()
      reply.header('x-content-type-options', 'nosniff')
      if (!isPublic) {
        reply.headers({ 'cache-control': 'private, no-store' })
        return reply.type('image/webp').send(photo.bytes)
      }
      const etag = `"${requested.name}-${photo.width}"`
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        // Other origins may show photos: webmail shows the photos in emails, and a CDN may serve them from its own origin.
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('image/webp').send(photo.bytes)
    },
  )
}

async function uploadRoute(app: App, { transaction, photos, db, rateLimiter }: PhotoRoutesDeps) {
  const reserve = createMemoryBudget({
    maxBytes: maxUploadMemoryBytes,
    maxBytesPerMailbox: maxUploadMemoryPerMailbox,
  })
  acceptMultipart(app)

  app.post(
    '/api/upload',
    {
      config: { action: 'upload photo' },
      schema: {
        tags: ['Photos'],
        summary: 'Upload a photo',
        description:
          'One file in the field `image`: JPEG, PNG, WebP, AVIF or GIF, up to 10 MB and 40 megapixels. It is turned upright and stripped of all metadata.',
        consumes: ['multipart/form-data'],
        body: z.object({ image: z.file() }),
        response: { 201: uploadedPhoto, '4xx': errorBody },
      },
      // `receiveUpload` reads the body as a stream, so the schema only documents it.
      validatorCompiler: skipValidation,
      // This runs before the body is read, because only users may make the server buffer ten megabytes.
      onRequest: async (request, reply) => {
        const mailbox = mailboxOf(loggedInUser(request).email)
        await rateLimiter.take(db, uploadsPerStudent, mailbox)
        checkUploadHeaders(request)
        const release = reserve(mailbox, declaredUploadBytes(request.headers['content-length']))
        reply.raw.once('close', release)
        // If the client disconnected during the queries above, no 'close' event follows.
        if (reply.raw.destroyed) release()
      },
    },
    async (request, reply) => {
      const bytes = await receiveUpload(request)
      const signal = abortOnDisconnect(reply.raw)
      const { id: uploaderId, email } = loggedInUser(request)
      const countDecoding = (ms: number) =>
        rateLimiter.add(db, uploadsPerStudent, Math.floor(ms / secondMs), mailboxOf(email))
      try {
        const photo = await photos.save(
          { transaction: (work) => transaction(request, work) },
          { bytes, uploaderId, signal, countDecoding },
        )
        return reply.status(201).send(photo)
      } finally {
        freeUpload(bytes)
      }
    },
  )
}

/** Returns a signal that aborts when the client disconnects. This frees the places that the upload holds. */
function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(cutOffError())
  response.once('close', abort)
  if (response.destroyed) abort()
  return controller.signal
}

export const noSuchPhoto = () => new AppError('not_found', 'There is no such photo.')
