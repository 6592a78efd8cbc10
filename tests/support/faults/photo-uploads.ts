import { randomUUID } from 'node:crypto'
import { quarters } from '../photo-files.ts'
import type { Question } from './ask.ts'

/** As many different photos as wanted, cheaply: what follows the picture changes only its name. */
export async function photoMaker(width = 400, height = 300): Promise<() => Buffer> {
  const picture = await quarters(width, height).jpeg().toBuffer()
  return () => Buffer.concat([picture, Buffer.from(randomUUID())])
}

const boundary = 'photo-boundary'
const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`

export function uploadOf(photo: Buffer, cookie: string): Question {
  return {
    method: 'POST',
    cookie,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
