import type { CategoryDefinition } from '#categories/define-category.ts'
import { ApiError } from '../../api.ts'

export const uploadsFailedMessage =
  'One or more images failed to upload. Please wait, then try again.'

export function saveErrorMessage({ messages }: CategoryDefinition, error: unknown): string {
  if (!(error instanceof ApiError)) return messages.saveNetworkError
  if (error.status === 500) return 'Something went wrong on our end! Please try again.'
  return error.serverMessage ?? messages.saveFailed
}
