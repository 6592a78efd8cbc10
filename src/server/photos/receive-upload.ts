import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { photoLimits } from '#contract/photos.ts'
import { AppError } from '../errors.ts'

const oneFileMessage = 'Send one photo at a time, as the file field “image”.'

/** For the boundaries and part headers around the file. */
const multipartOverheadBytes = 64 * 1024

export const multipartLimits = {
  fileSize: photoLimits.maxBytes,
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
}

/** Rejects by the headers alone, before the body is read. */
export function checkUploadHeaders({ headers }: FastifyRequest) {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    throw new AppError('wrong_type', `Use a multipart/form-data request. ${oneFileMessage}`)
  }
  if (
    declaredUploadBytes(headers['content-length']) >
    photoLimits.maxBytes + multipartOverheadBytes
  ) {
    throw tooLargeError()
  }
}

/** The memory to reserve: the Content-Length or, without one, the maximum. */
export function declaredUploadBytes(contentLength: string | undefined): number {
  return contentLength === undefined ? photoLimits.maxBytes : Number(contentLength)
}

/** Reads the one file into memory. */
export async function receiveUpload(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  try {
    return await Promise.race([readPhoto(request), rejectAtEndOfBody(request)])
  } catch (error) {
    throw toAppError(error)
  }
}

async function readPhoto(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  let photo: Buffer<ArrayBuffer> | undefined
  let hasOtherFile = false
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    const bytes = await readFile(part.file)
    if (part.fieldname === 'image') photo = bytes
    else hasOtherFile = true
  }
  if (!photo || hasOtherFile) throw new AppError('bad_request', oneFileMessage)
  return photo
}

/** The parser never settles if the headers of a part do not end; complete parts are read before `setImmediate`. */
async function rejectAtEndOfBody({ raw }: FastifyRequest): Promise<never> {
  await new Promise((resolve) => raw.once('end', resolve))
  await new Promise(setImmediate)
  throw new Error('the body ended before its parts')
}

async function readFile(file: MultipartFile['file']) {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw tooLargeError()
  return Buffer.concat(chunks)
}

/** Every error of the parser is a fault of the request. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLargeError()
  if (code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new AppError('bad_request', oneFileMessage)
  }
  return new AppError('bad_request', 'The upload was cut off or is not readable. Try again.')
}

function tooLargeError() {
  return new AppError(
    'too_large',
    'This photo is larger than 10 MB. Make it smaller and try again.',
  )
}
