import { finished } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { photoLimits } from '#contract/photos.ts'
import { secondMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'

const oneFileMessage = 'Send one photo at a time, as the file field “image”.'

/** The number of bytes allowed for the boundaries and part headers around the file. */
const multipartOverheadBytes = 64 * 1024

/** An upload is cut off when no bytes arrive for this long, because it holds its memory until it ends. */
const stalledAfterMs = 10 * secondMs

const multipartLimits = {
  fileSize: photoLimits.maxBytes,
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
}

/** Leaves the body of multipart requests to `receiveUpload`. */
export function acceptMultipart(app: App) {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

/** Refuses an upload by its headers alone, before the body is read. */
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

/** Returns the number of bytes to reserve: the Content-Length or, without one, the maximum. */
export function declaredUploadBytes(contentLength: string | undefined): number {
  return contentLength === undefined ? photoLimits.maxBytes : Number(contentLength)
}

/** Reads the only file of the request into memory. */
export async function receiveUpload(request: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readPhoto(request)
  } catch (error) {
    if (error instanceof AppError) throw error
    // Every error of the parser is caused by the request.
    throw cutOffError()
  }
}

async function readPhoto({ raw, headers }: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  const parser = new Busboy({
    headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
    limits: multipartLimits,
  })
  const files: Promise<Buffer<ArrayBuffer>>[] = []
  const streams: BusboyFileStream[] = []
  let isOnePhoto = true
  /** Reads the rest without parsing it: millions of empty parts would hold the process for seconds. */
  const refuse = () => {
    isOnePhoto = false
    raw.unpipe(parser).resume()
    for (const stream of streams) stream.destroy(cutOffError())
  }
  parser.on('file', (name, file) => {
    const bytes = readFile(file, declaredUploadBytes(headers['content-length']))
    // The promise is awaited below; until then a rejection would count as unhandled.
    bytes.catch(() => undefined)
    files.push(bytes)
    streams.push(file)
    if (name !== 'image') refuse()
  })
  parser.on('filesLimit', refuse).on('fieldsLimit', refuse).on('partsLimit', refuse)
  // A file that is cut off has an error event of its own. Errors after a complete file do not matter.
  parser.on('error', () => undefined)
  raw.pipe(parser, { end: false })
  const stalled = setTimeout(() => raw.destroy(), stalledAfterMs)
  raw.on('data', () => stalled.refresh())
  try {
    await finished(raw)
  } catch (error) {
    // The parser does not notice a lost connection: the file would never end, and would keep its memory.
    for (const stream of streams) stream.destroy(cutOffError())
    throw error
  } finally {
    clearTimeout(stalled)
  }
  // The callback runs once all bytes are parsed. The 'finish' event never comes if the headers of a part do not end.
  if (isOnePhoto) await new Promise((parsed) => parser.end(parsed))
  const [photo] = files
  if (photo && isOnePhoto) return photo
  for (const bytes of files) bytes.then(freeUpload, () => undefined)
  throw new AppError('bad_request', oneFileMessage)
}

/** Reads the file into one buffer from the start, because joining chunks at the end would need the memory twice. */
async function readFile(file: BusboyFileStream, maxBytes: number) {
  const bytes = Buffer.allocUnsafeSlow(maxBytes)
  try {
    let length = 0
    for await (const chunk of file) length += chunk.copy(bytes, length)
    if (file.truncated) throw tooLargeError()
    return bytes.subarray(0, length)
  } catch (error) {
    freeUpload(bytes)
    throw error
  }
}

/**
 * Frees the memory of an upload at once. While the server is idle, the garbage collector may keep it for long, although
 * other uploads have reserved the same share of the memory.
 */
export function freeUpload(bytes: Buffer<ArrayBuffer>) {
  bytes.buffer.transfer(0)
}

export const cutOffError = () => new AppError('bad_request', 'The upload was cut off. Try again.')

function tooLargeError() {
  return new AppError('too_large', 'This photo is over 10 MB. Make it smaller and try again.')
}

interface MemoryBudgetOptions {
  maxBytes: number
  /**
   * The limit for a mailbox. Its plus addresses make many accounts, which could otherwise hold all memory with slow
   * uploads.
   */
  maxBytesPerMailbox: number
}

/**
 * Limits the memory of concurrent uploads. `reserve` returns a release function, or throws if there is no memory left.
 */
export function createMemoryBudget({ maxBytes, maxBytesPerMailbox }: MemoryBudgetOptions) {
  let reserved = 0
  const reservedByMailbox = new Map<string, number>()

  return function reserve(mailbox: string, bytes: number): () => void {
    const own = reservedByMailbox.get(mailbox) ?? 0
    if (own + bytes > maxBytesPerMailbox) {
      throw new AppError(
        'too_many',
        "You're uploading a lot of photos at once. Wait for some to finish.",
        { retryAfterSeconds: 5 },
      )
    }
    if (reserved + bytes > maxBytes) {
      throw new AppError(
        'unavailable',
        "We're getting a lot of photos right now. Please try again in a moment.",
        { retryAfterSeconds: 5 },
      )
    }
    add(bytes)
    return () => {
      add(-bytes)
      bytes = 0
    }

    function add(change: number) {
      reserved += change
      const total = (reservedByMailbox.get(mailbox) ?? 0) + change
      if (total > 0) reservedByMailbox.set(mailbox, total)
      else reservedByMailbox.delete(mailbox)
    }
  }
}
