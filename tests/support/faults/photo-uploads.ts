import { randomUUID } from 'node:crypto'
import { fourColorImage } from '../photo-files.ts'
import type { RequestOptions } from './send-request.ts'

/** Creates cheap unique photos. Random bytes after the image change its hash and nothing else. */
export async function createPhotoFactory(width = 400, height = 300): Promise<() => Buffer> {
  const image = await fourColorImage(width, height).jpeg().toBuffer()
  return () => Buffer.concat([image, Buffer.from(randomUUID())])
}

const boundary = 'photo-boundary'
const partHeaders = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`

export function uploadRequest(photo: Buffer, cookie: string): RequestOptions {
  return {
    method: 'POST',
    cookie,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(partHeaders), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
