import { ApiError } from '../api.ts'
import type { FailedUpload } from './upload-queue.ts'

/** Whether the file itself was refused: sent again, it would be refused again. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof ApiError && [400, 413, 415].includes(error.status)

/** "IMG_2041.heic could not be read." The server says why. */
export function failureText({ fileName, error }: FailedUpload): string {
  if (!isUnusable(error)) return `${fileName} was not uploaded.`
  const isTooLarge = error instanceof ApiError && error.status === 413
  return `${fileName} ${isTooLarge ? 'is too large' : 'could not be read'}.`
}
