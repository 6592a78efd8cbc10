import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { uploadedPhoto } from '#contract/photo-schemas.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http.ts'
import { memoryBudget } from './memory-budget.ts'
import { parsePhotoFile } from './photo-name.ts'
import type { Photos } from './photos.ts'
import {
  announcedSize,
  checkUploadHeaders,
  multipartLimits,
  receiveUpload,
} from './receive-upload.ts'

const memoryForUploads = 256 * 1024 * 1024

export interface PhotoRouteParts {
  db: Db
  photos: Photos
  config?: Pick<Config, 'PHOTO_URL'>
}

export async function photoRoutes(app: App, { db, photos, config }: PhotoRouteParts) {
  await app.register(async (uploads: App) => uploadRoute(uploads, { db, photos }))

  app.get(
    '/api/uploads/:file',
    {
      // Photos that wait for a slow store must not count as work that keeps lists and pages waiting.
      config: { isFile: true },
      schema: {
        tags: ['photos'],
        summary: 'A photo',
        description:
          'The url of an upload below /api. `-320`, `-640` or `-1280` before `.webp` asks for that width; a photo that is smaller comes in its own size.',
        params: z.object({ file: z.string() }),
        response: { 200: z.unknown(), 304: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const asked = parsePhotoFile(request.params.file)
      const photo = asked && (await photos.open(asked.name, asked.width))
      if (!photo) throw new AppError('not_found', 'There is no such photo.')
      const etag = `"${asked.name}-${photo.width}"`
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // What a CDN fetched here is shown on a page of another origin.
        ...(config?.PHOTO_URL && { 'cross-origin-resource-policy': 'cross-origin' }),
      })
      if (matches(request.headers['if-none-match'], etag)) {
        if (photo.body instanceof Readable) photo.body.destroy()
        return reply.status(304).send()
      }
      return reply.type('image/webp').header('content-length', photo.size).send(photo.body)
    },
  )
}

async function uploadRoute(app: App, { db, photos }: PhotoRouteParts) {
  const reserve = memoryBudget(memoryForUploads)
  await app.register(multipart, { limits: multipartLimits })

  app.post(
    '/api/upload',
    {
      schema: {
        tags: ['photos'],
        summary: 'Upload a photo',
        description:
          'One file in the field `image`: JPEG, PNG, WebP, AVIF or GIF, up to 10 MB and 40 megapixels. It is turned upright and stripped of all metadata.',
        consumes: ['multipart/form-data'],
        response: { 201: uploadedPhoto, '4xx': errorBody },
      },
      // Before the body is read: nobody else may make the server take ten megabytes.
      onRequest: async (request, reply) => {
        signedIn(request)
        checkUploadHeaders(request)
        const release = reserve(announcedSize(request.headers['content-length']))
        reply.raw.once('close', release)
        // Whoever left while the session was looked up has closed already.
        if (reply.raw.destroyed) release()
      },
    },
    async (request, reply) => {
      const bytes = await receiveUpload(request)
      const isWanted = () => !reply.raw.destroyed
      const photo = await photos.save(db, { bytes, uploaderId: signedIn(request), isWanted })
      return reply.status(201).send(photo)
    },
  )
}

function signedIn({ user }: FastifyRequest): number {
  if (!user) throw new AppError('unauthenticated', 'Sign in to add photos.')
  return user.id
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
