import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput } from '#contract/listing-input.ts'
import type { FormValues } from './form-values.ts'

type ValidationResult =
  | { body: ListingInput; errors?: never }
  | { body?: never; errors: Record<string, string> }

/** The request body, or an error message for each invalid field. */
export function validateForm(
  category: AnyCategory,
  values: FormValues,
  photos: readonly string[],
): ValidationResult {
  const { data, error } = listingInput[category.id].safeParse({ ...values, photos })
  return error ? { errors: fieldErrors(error) } : { body: data }
}

/** The first in the order of the form. */
export function firstInvalidField(
  { fields }: AnyCategory,
  errors: Readonly<Record<string, string>>,
) {
  return ['photos', ...Object.keys(fields)].find((name) => name in errors)
}
