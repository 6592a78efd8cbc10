import { pbkdf2 } from 'node:crypto'
import {
  answerRequests,
  type DecoderReply,
  type DecoderRequest,
} from '#server/photos/decoder-requests.ts'

/** A photo decoder that does what the file's text says. */
answerRequests(async ({ bytes }: DecoderRequest) => {
  switch (bytes.toString()) {
    case 'block':
      for (;;);
    case 'crash':
      process.kill(process.pid, 'SIGSEGV')
      return new Promise<never>(() => {})
    case 'allocate':
      return { result: Buffer.alloc(2 ** 31).length } as unknown as DecoderReply
    case 'decode for hours':
      // This runs in the thread pool, as sharp does.
      return new Promise<never>(() => {
        pbkdf2('', '', 2 ** 31 - 1, 64, 'sha512', () => {})
      })
    default:
      return { result: { pid: process.pid, env: process.env } } as unknown as DecoderReply
  }
})
