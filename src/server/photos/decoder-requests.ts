import type { AppError } from '../errors.ts'
import type { PhotoHash } from './difference-hash.ts'
import type { ProcessedPhoto } from './process-photo.ts'

/** The result of each task. */
export interface DecoderResults {
  process: ProcessedPhoto
  hash: PhotoHash | undefined
}

export type DecoderTask = keyof DecoderResults

export interface DecoderRequest {
  task: DecoderTask
  bytes: Buffer
}

export type DecoderReply =
  | { result: DecoderResults[DecoderTask] }
  /** The file is to blame, not the decoder. */
  | { refusal: Pick<AppError, 'code' | 'message'> }
  | { failure: string }

/** The child's side of `photo-decoder.ts`: replies to one request after the other, for as long as the server runs. */
export function answerRequests(answer: (request: DecoderRequest) => Promise<DecoderReply>) {
  // The server has ended, perhaps killed. SIGKILL, because exit() would wait until the file is decoded.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // A terminal sends these to the server's children too, while the server finishes its requests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('message', async (request: DecoderRequest) => process.send?.(await answer(request)))
  process.send?.('ready')
}
