import { withJpegComment } from '#tests/support/photo-files.ts'
import type { Student } from '#tests/support/seed-through-api.ts'
import type { CampusRequest } from './client.ts'

export const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

type Sender = Pick<Student, 'cookie'> | undefined

const headersOf = (sender: Sender) => ({
  ...browserHeaders,
  ...(sender && { cookie: sender.cookie }),
})

export function getPage(path: string, sender: Sender): CampusRequest {
  return { path, headers: { ...headersOf(sender), accept: 'text/html' } }
}

export const get = (path: string, sender: Sender): CampusRequest => ({
  path,
  headers: headersOf(sender),
})

/** Asks again for what a tab already shows. */
export const poll = (path: string, sender: Sender, etag: string): CampusRequest => ({
  path,
  headers: { ...headersOf(sender), 'if-none-match': etag },
})

export const change = (method: 'PUT' | 'DELETE', path: string, sender: Sender): CampusRequest => ({
  method,
  path,
  headers: headersOf(sender),
})

export function postJson(path: string, value: unknown, sender?: Sender): CampusRequest {
  const headers = { ...headersOf(sender), 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: [Buffer.from(JSON.stringify(value))] }
}

/** Makes a form with one photo, in chunks: copies of photos would keep the garbage collector busy. */
export function postPhoto(path: string, jpeg: Buffer, sender: Sender): CampusRequest {
  const boundary = `quad-${crypto.randomUUID()}`
  const partHeaders = [
    'content-disposition: form-data; name="image"; filename="photo.jpg"',
    'content-type: image/jpeg',
  ]
  const head = [`--${boundary}`, ...partHeaders, '', ''].join('\r\n')
  // The comment makes each upload a different file of the same picture: the server processes the same file only once.
  const start = withJpegComment(jpeg.subarray(0, 2), boundary)
  const body = [Buffer.from(head), start, jpeg.subarray(2), Buffer.from(`\r\n--${boundary}--\r\n`)]
  const contentType = `multipart/form-data; boundary=${boundary}`
  const headers = { ...headersOf(sender), 'content-type': contentType }
  return { method: 'POST', path, headers, body }
}
