import type { CategoryDefinition } from '#categories/define-category.ts'
import { ApiError } from '../../api.ts'

export const uploadsFailed = 'One or more images failed to upload. Please wait, then try again.'

/** What the form says when a listing was not saved. */
export function saveSentence({ messages }: CategoryDefinition, error: unknown): string {
  if (!(error instanceof ApiError)) return messages.saveUnreachable
  if (error.status === 500) return 'Something went wrong on our end! Please try again.'
  return error.sentence ?? messages.saveFailed
}
