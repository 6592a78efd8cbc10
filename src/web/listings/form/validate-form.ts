import type { ResolverResult } from 'react-hook-form'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput } from '#contract/listing-input.ts'
import { isUploaded } from '../../photos/upload-queue.ts'
import type { FormValues } from './form-values.ts'

/** The form's resolver: the request body, or one error for each invalid field, as the API reports them. */
export function validateForm(
  category: AnyCategory,
  formValues: FormValues,
): ResolverResult<FormValues, ListingInput> {
  const photos = formValues.photos.filter(isUploaded)
  const { data, error } = listingInput[category.id].safeParse({ ...formValues, photos })
  if (data) return { values: data, errors: {} }
  const errors = fieldErrors(error)
  // Photos that are still uploading count too.
  if (photos.length < formValues.photos.length) delete errors.photos
  const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'zod', message }])
  return { values: {}, errors: Object.fromEntries(entries) }
}
