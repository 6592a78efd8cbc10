import type { AppError } from '../errors.ts'
import type { PhotoHash } from './difference-hash.ts'
import type { BrandFiles, Drawing } from './process-logo.ts'
import type { ProcessedPhoto } from './process-photo.ts'

export interface DecoderResults {
  process: ProcessedPhoto
  hash: PhotoHash | undefined
  logo: Buffer
  brand: BrandFiles
}

export type DecoderTask = keyof DecoderResults

export interface DecoderRequest {
  task: DecoderTask
  bytes: Buffer
  /** What the task `brand` draws, besides the logo. */
  drawing?: Drawing | undefined
}

export type DecoderReply =
  | { result: DecoderResults[DecoderTask] }
  /** The reply for a file that cannot be decoded. The file is to blame, not the decoder. */
  | { refusal: Pick<AppError, 'code' | 'message'> }
  | { failure: string }

/** The child's side of `photo-decoder.ts`. Replies to one request after another, for as long as the server runs. */
export function answerRequests(answer: (request: DecoderRequest) => Promise<DecoderReply>) {
  // The server has ended or was killed. SIGKILL is needed because exit() would wait until the file is decoded.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // A terminal also sends these signals to the server's children, while the server still finishes its requests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('message', async (request: DecoderRequest) => process.send?.(await answer(request)))
  process.send?.('ready')
}
