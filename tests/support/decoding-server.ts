import { join } from 'node:path'
import { createPhotoDecoder } from '#server/photos/photo-decoder.ts'

/** Starts to decode a file, which takes hours. */
const program = join(import.meta.dirname, 'scripted-decoder.ts')
const decode = createPhotoDecoder({ program, maxMs: 2 ** 31 - 1 })
const { pid } = (await decode('process', Buffer.from('report'))) as unknown as { pid: number }
const decoding = decode('process', Buffer.from('decode for hours'))
process.stdout.write(`${pid}\n`)
await decoding
