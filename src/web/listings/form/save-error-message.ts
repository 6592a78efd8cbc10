import type { CategoryDefinition } from '#categories/define-category.ts'
import { ApiError } from '../../api.ts'

export const uploadsFailedMessage =
  'One or more images failed to upload. Please wait, then try again.'

export const unconfirmedMessage = 'Please confirm your email first. Everything you entered is kept.'

export function saveErrorMessage({ messages, fields }: CategoryDefinition, error: unknown): string {
  if (!(error instanceof ApiError)) return messages.saveNetworkError
  if (error.status === 500) return 'Something went wrong on our end! Please try again.'
  const labelled: Partial<Record<string, { label: string }>> = {
    photos: { label: 'Photos' },
    ...fields,
  }
  const invalid = Object.keys(error.fields).map((name) => labelled[name]?.label ?? name)
  if (invalid.length > 0) return `Please check: ${invalid.join(', ')}.`
  return error.serverMessage ?? messages.saveFailed
}
