import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput } from '#contract/listing-input.ts'
import type { FormValues } from './form-values.ts'

export type Checked =
  | { body: ListingInput; errors?: never }
  | { body?: never; errors: Record<string, string> }

/** The body to send, or a sentence for every wrong field. */
export function checkForm(
  category: AnyCategory,
  values: FormValues,
  photos: readonly string[],
): Checked {
  const { data, error } = listingInput[category.id].safeParse({ ...values, photos })
  return error ? { errors: fieldErrors(error) } : { body: data }
}

/** Of several wrong fields, the one that stands first on the form. */
export function firstWrong({ fields }: AnyCategory, errors: Readonly<Record<string, string>>) {
  return ['photos', ...Object.keys(fields)].find((name) => name in errors)
}
