import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { photoLimits } from '#contract/photos.ts'
import { AppError } from '../errors.ts'

const oneFile = 'Send one photo at a time, as the file field “image”.'

/** Room for the boundaries and headers around the file. */
const envelope = 64 * 1024

export const multipartLimits = {
  fileSize: photoLimits.bytes,
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
}

/** Refuses by the headers alone, before any of the body is read. */
export function checkUploadHeaders({ headers }: FastifyRequest) {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    throw new AppError('wrong_type', `Use a multipart/form-data request. ${oneFile}`)
  }
  if (announcedSize(headers['content-length']) > photoLimits.bytes + envelope) throw tooLarge()
}

/** How much memory an upload may come to need. */
export function announcedSize(contentLength: string | undefined): number {
  return contentLength === undefined ? photoLimits.bytes : Number(contentLength)
}

/** The bytes of the one file, in memory; nothing is written anywhere. */
export async function receiveUpload(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  try {
    return await Promise.race([readPhoto(request), endOfBody(request)])
  } catch (error) {
    throw asRefusal(error)
  }
}

async function readPhoto(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  let photo: Buffer<ArrayBuffer> | undefined
  let wrongField = false
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    const bytes = await collect(part.file)
    if (part.fieldname === 'image') photo = bytes
    else wrongField = true
  }
  if (!photo || wrongField) throw new AppError('bad_request', oneFile)
  return photo
}

/** The parser waits for ever for a part whose head does not end; all that came is read in the turn it came in. */
async function endOfBody({ raw }: FastifyRequest): Promise<never> {
  await new Promise((resolve) => raw.once('end', resolve))
  await new Promise(setImmediate)
  throw new Error('the body ended before its parts')
}

async function collect(file: MultipartFile['file']) {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw tooLarge()
  return Buffer.concat(chunks)
}

/** A body that cannot be read is the sender's fault, whatever the parser calls it. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new AppError('bad_request', oneFile)
  }
  return new AppError('bad_request', 'The upload was cut off or is not readable. Try again.')
}

function tooLarge() {
  return new AppError(
    'too_large',
    'This photo is larger than 10 MB. Make it smaller and try again.',
  )
}
