import { AppError } from '../errors.ts'
import { answerRequests, type DecoderReply, type DecoderRequest } from './decoder-requests.ts'
import { hashVariant, processPhoto } from './process-photo.ts'

// This file is a program that `photo-decoder.ts` starts.
answerRequests(answer)

async function answer({ task, bytes }: DecoderRequest): Promise<DecoderReply> {
  try {
    return { result: task === 'process' ? await processPhoto(bytes) : await hashVariant(bytes) }
  } catch (error) {
    if (!(error instanceof AppError)) return { failure: String(error) }
    const { code, message } = error
    return { refusal: { code, message } }
  }
}
