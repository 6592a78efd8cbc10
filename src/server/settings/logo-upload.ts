import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { logoFile } from '#campus/campus-schema.ts'
import { errorBody } from '#contract/errors.ts'
import { encodedLogo } from '#contract/settings.ts'
import { makeLogoDataUrl, remakeLogoDataUrl } from '../brand/brand-files.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { skipValidation } from '../http/skip-validation.ts'
import { perHour, type RateLimitRule } from '../limits/rate-limit.ts'
import {
  acceptMultipart,
  checkUploadHeaders,
  freeUpload,
  receiveUpload,
} from '../photos/receive-upload.ts'

const maxLogosPerHour = 60

export const logoUploads: RateLimitRule = {
  name: 'logos',
  ...perHour(maxLogosPerHour),
  message: `You can try ${maxLogosPerHour} logos an hour. Try again later.`,
}

/** The largest body with settings. A logo of the permitted size has 134 KiB as a data URL. */
export const settingsBodyLimit = 256 * 1024

interface LogoRoute {
  path: string
  config?: RouteShorthandOptions['config']
  schema: { tags?: string[]; hide?: boolean }
  /** Throws for somebody who may not upload. It runs before the body is read. */
  onRequest: (request: FastifyRequest) => Promise<unknown>
  /** Throws if the session has ended while the file arrived. */
  onReceived?: (request: FastifyRequest) => Promise<unknown>
}

/** Adds a route that encodes a logo and sends it back. It is saved with the other settings, after a preview. */
export function addLogoUpload(parent: App, route: LogoRoute) {
  const { path, config = {}, schema, onRequest, onReceived } = route
  parent.register(async (app: App) => {
    acceptMultipart(app)
    app.post(
      path,
      {
        config,
        schema: {
          ...schema,
          summary: 'Encode a logo',
          description:
            'One file in the field `image`, with the limits of a photo. The response has it as a data URL, for `logo` of the settings; nothing is saved.',
          consumes: ['multipart/form-data'],
          body: z.object({ image: z.file() }),
          response: { 200: encodedLogo, '4xx': errorBody },
        },
        // `receiveUpload` reads the body as a stream, so the schema only documents it.
        validatorCompiler: skipValidation,
        onRequest: async (request, reply) => {
          await onRequest(request)
          checkUploadHeaders(request)
          return noStore(request, reply)
        },
      },
      async (request) => {
        const bytes = await receiveUpload(request)
        try {
          await onReceived?.(request)
          return { logo: await makeLogoDataUrl(bytes) }
        } finally {
          freeUpload(bytes)
        }
      },
    )
  })
}

const sentLogo = z.looseObject({ settings: z.looseObject({ logo: logoFile }) })

/**
 * Encodes a logo that is sent with settings, because it may be another one than the upload has returned. This happens before
 * the transaction, which must wait for nothing but the database. `beforeEncoding` throws for somebody who may not.
 */
export async function encodeSentLogo(
  body: unknown,
  beforeEncoding: () => Promise<unknown>,
): Promise<unknown> {
  const { data } = sentLogo.safeParse(body)
  if (!data) return body
  await beforeEncoding()
  try {
    const logo = await remakeLogoDataUrl(data.settings.logo)
    return { ...data, settings: { ...data.settings, logo } }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    throw new AppError('bad_request', error.message, { fields: { logo: error.message } })
  }
}
