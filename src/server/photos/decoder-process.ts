import { AppError } from '../errors.ts'
import {
  answerRequests,
  type DecoderReply,
  type DecoderRequest,
  type DecoderResults,
  type DecoderTask,
} from './decoder-requests.ts'
import { hashVariant, processPhoto } from './process-photo.ts'

// This file is a program that `photo-decoder.ts` starts.
answerRequests(answer)

async function answer(request: DecoderRequest): Promise<DecoderReply> {
  try {
    return { result: await run(request) }
  } catch (error) {
    if (!(error instanceof AppError)) return { failure: String(error) }
    const { code, message } = error
    return { refusal: { code, message } }
  }
}

async function run({ task, bytes, drawing }: DecoderRequest): Promise<DecoderResults[DecoderTask]> {
  if (task === 'process') return processPhoto(bytes)
  if (task === 'hash') return hashVariant(bytes)
  // Photos never need the code that draws.
  const { drawBrand, encodeLogo } = await import('./process-logo.ts')
  return drawing ? drawBrand(bytes, drawing) : encodeLogo(bytes)
}
