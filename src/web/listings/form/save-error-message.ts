import type { CategoryDefinition } from '#categories/define-category.ts'
import { ApiError } from '../../queries/api.ts'

const uploadsFailedMessage = 'One or more images failed to upload. Please wait, then try again.'

/** A suspended student is told why. */
export const uploadErrorMessage = (error: unknown): string =>
  error instanceof ApiError && error.code === 'suspended' ? error.message : uploadsFailedMessage

export const unconfirmedMessage = 'Confirm your email first. We kept everything you entered.'

export function saveErrorMessage({ messages, fields }: CategoryDefinition, error: unknown): string {
  if (!(error instanceof ApiError)) return messages.saveNetworkError
  if (error.status === 500) return 'Something went wrong on our end! Please try again.'
  if (error.duplicate) {
    return `Not posted yet. It looks like “${error.duplicate.title}”, which you posted before.`
  }
  const labelled: Partial<Record<string, { label: string }>> = {
    photos: { label: 'Photos' },
    ...fields,
  }
  const invalid = Object.keys(error.fields).map((name) => labelled[name]?.label ?? name)
  if (invalid.length > 0) return `Please check: ${invalid.join(', ')}.`
  return error.serverMessage ?? messages.saveFailed
}
