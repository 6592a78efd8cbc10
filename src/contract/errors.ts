import { z } from 'zod'
import { earlierDuplicate } from './duplicates.ts'
import { uploadedPhoto } from './photo-schemas.ts'

/** Error codes and their HTTP status. */
export const statusByErrorCode = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  unconfirmed: 403,
  suspended: 403,
  /** The student has to confirm that it is them, or use a second factor. */
  reauthenticate: 403,
  /** A moderator or admin has to set up a second factor, or use it on this device. */
  second_factor: 403,
  banned: 403,
  not_found: 404,
  wrong_status: 409,
  duplicate: 409,
  conflict: 409,
  /** Another moderator is on the case. The request can say that it knows. */
  claimed: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByErrorCode

export const errorBody = z.object({
  error: z.string(),
  code: z.enum(Object.keys(statusByErrorCode) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  id: z.string().optional(),
})

/** An error with the code `duplicate` also has the earlier listing. */
export const duplicateErrorBody = errorBody.extend({ duplicate: earlierDuplicate.optional() })

/** An error with the code `gone` also says what the listing was, unless it was taken down. */
export const goneErrorBody = errorBody.extend({
  ended: z.object({ title: z.string(), photo: uploadedPhoto.nullable() }).optional(),
})

export type ErrorBody = z.infer<typeof duplicateErrorBody> & z.infer<typeof goneErrorBody>

/** Returns the first message of each invalid field. */
export function fieldErrors({ issues }: Pick<z.ZodError, 'issues'>): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) {
    if (path.length > 0) messages[String(path[0])] ??= message
  }
  return messages
}
