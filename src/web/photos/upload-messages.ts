import { pluralize } from '#contract/format.ts'
import type { AddResult, QueuedPhoto } from './upload-queue.ts'

/** Announced after files were added; empty when all were accepted. */
export function addResultMessage(
  { rejected, overLimit }: AddResult,
  total: number,
  maxPhotos: number,
): string {
  const messages = []
  if (overLimit > 0) {
    messages.push(
      `A listing has at most ${maxPhotos} photos: ${total} kept, ${overLimit} left out.`,
    )
  }
  if (rejected > 0) {
    messages.push(`Only images can be added: ${pluralize(rejected, 'file')} left out.`)
  }
  return messages.join(' ')
}

/** The state of all uploads together. */
export function uploadStatusMessage(photos: readonly QueuedPhoto[]): string {
  const count = (state: string) => photos.filter(({ upload }) => upload.state === state).length
  const [paused, uploading, failed] = [count('paused'), count('uploading'), count('failed')]
  if (paused > 0) return `${pluralize(paused, 'photo')} will upload once your email is confirmed.`
  if (uploading > 0) return `Uploading ${pluralize(uploading, 'photo')}…`
  return failed > 0 ? `${pluralize(failed, 'photo')} could not be uploaded.` : ''
}
