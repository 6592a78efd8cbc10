import { joinWords } from '#campus/campus.ts'
import { pluralize } from '#format/format.ts'
import { ApiError } from '../queries/api.ts'
import {
  type AddResult,
  type FailedUpload,
  failedUploads,
  type QueuedPhoto,
} from './upload-queue.ts'

/** Returns the help text below the field. */
export const photoHelp = (maxPhotos: number, isOptional: boolean): string =>
  isOptional
    ? `You don't need a photo, but you can add up to ${maxPhotos}.`
    : `Add 1 to ${maxPhotos} photos. The first is the cover.`

/** Returns the text to announce after files were added. It is empty when all were accepted. */
export function addResultMessage({ rejected, overLimit }: AddResult, maxPhotos: number): string {
  const messages = []
  if (overLimit > 0) {
    messages.push(`You can add ${maxPhotos} photos. We kept the first ${maxPhotos}.`)
  }
  if (rejected.length === 1) messages.push(`${rejected[0]} is not a photo. We left it out.`)
  if (rejected.length > 1) {
    messages.push(`${pluralize(rejected.length, 'file')} are not photos. We left them out.`)
  }
  return messages.join(' ')
}

/** Describes the state of all uploads together. */
export function uploadStatusMessage(photos: readonly QueuedPhoto[]): string {
  const count = (state: string) => photos.filter(({ upload }) => upload.state === state).length
  const [paused, uploading] = [count('paused'), count('uploading')]
  if (paused > 0) return `${pluralize(paused, 'photo')} will upload once your email is confirmed.`
  if (uploading > 0) return `Uploading ${pluralize(uploading, 'photo')}…`
  return failedPhotosMessage(photos)
}

/** Names each photo that failed, and says what to do about it. */
function failedPhotosMessage(photos: readonly QueuedPhoto[]): string {
  const failures = failedUploads(photos)
  const it = failures.length === 1 ? 'it' : 'them'
  const other = failures.length === 1 ? 'another' : 'others'
  const nextStep = failures.every(({ error }) => isUnusable(error))
    ? `Remove ${it} or choose ${other}.`
    : `Try again or remove ${it}.`
  return failures.length === 0 ? '' : [...failures.map(failureMessage), nextStep].join(' ')
}

/** Returns "Remove broken.jpg to post without it." for photos that would fail again. */
export function removalMessage(failures: readonly FailedUpload[], verb: 'post' | 'save'): string {
  const names = failures.filter(({ error }) => isUnusable(error)).map(({ fileName }) => fileName)
  const it = names.length === 1 ? 'it' : 'them'
  return names.length === 0 ? '' : `Remove ${joinWords(names, 'and')} to ${verb} without ${it}.`
}

/** Returns whether the server refused the file itself, and would refuse it again. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof ApiError && [400, 413, 415].includes(error.status)

/** Returns a message such as "IMG_2041.heic could not be read." */
function failureMessage({ fileName, error }: FailedUpload): string {
  if (!isUnusable(error)) return `${fileName} was not uploaded.`
  const isTooLarge = error instanceof ApiError && error.status === 413
  return `${fileName} ${isTooLarge ? 'is too large' : 'could not be read'}.`
}
