import type { ResolverResult } from 'react-hook-form'
import { campus } from '#campus/campus.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { CheckboxField, Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { emptyValue, hyphenatedName, type ListingInput } from '#categories/listing-values.ts'
import { coerceMinutes, isMinutes, ways } from '#categories/minutes.ts'
import { fieldErrors } from '#contract/errors.ts'
import { categoryOf, fieldValues, type Listing, type OwnListing } from '#contract/listing.ts'
import { listingInput } from '#contract/listing-input.ts'
import { isUploaded } from '../../photos/upload-queue.ts'

/**
 * A field's value during editing: text as typed (codes with commas), a checkbox, or the checked options of a list. A
 * question that may stay unanswered is a text: "true", "false" or "". Minutes are texts by campus and way.
 */
export type FormValue = string | boolean | string[] | MinutesTexts

type MinutesTexts = Record<string, Record<string, string>>

/** The values by API name, in the order of the form. */
export interface FormValues {
  /** The URLs of the photos. Until a photo is uploaded, its URL is that of a local preview. */
  photos: string[]
  [field: string]: FormValue
}

type Values = Readonly<Record<string, unknown>>

const toList = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/**
 * Converts a value to an answer. A missing value gets the default of the form. Null stays unanswered, because a listing
 * posted through the API may leave the question open.
 */
function toAnswer({ formStart }: CheckboxField, value: unknown): FormValue {
  if (value === null || value === '') return ''
  if (formStart !== undefined) return typeof value === 'boolean' ? value : formStart
  return ['true', 'false'].includes(String(value)) ? String(value) : ''
}

/** Has every campus of the settings. Those that were removed stay, so that saving the form keeps their minutes. */
function toMinutesTexts(value: unknown): MinutesTexts {
  const said = isMinutes(value) ? value : {}
  const ids = [...campus.places.map(({ id }) => id), ...Object.keys(said)]
  return Object.fromEntries(
    [...new Set(ids)].map((id) => [
      id,
      Object.fromEntries(ways.map((way) => [way, toText(said[id]?.[way])])),
    ]),
  )
}

function toFormValue(name: string, field: Field, values: Values): FormValue {
  const value = values[name]
  if (field.kind === 'checkbox') return toAnswer(field, value)
  if (field.kind === 'list') return toList(value)
  if (field.kind === 'minutes') return toMinutesTexts(coerceMinutes(value))
  if (field.kind === 'codes') {
    // A draft of an older version has only the first code.
    return Array.isArray(value) ? value.join(', ') : toText(value ?? values[field.firstCodeName])
  }
  if (field.kind === 'isbn') return toText(values[hyphenatedName(name)] ?? value)
  const text = toText(value) || toText(emptyValue(field))
  // If the chosen option was removed since, the student has to choose again.
  const isRemoved = field.kind === 'choice' && !field.options.map(String).includes(text)
  return isRemoved ? '' : text
}

/**
 * Converts the fields of a listing or a draft. A draft of an older version may lack fields, which are then blank or have
 * their default.
 */
export function toFormValues(category: CategoryDefinition, source: object): FormValues {
  const values: Values = { ...source }
  const entries = Object.entries(category.fields).map(([name, field]) => [
    name,
    toFormValue(name, field, values),
  ])
  return {
    photos: toList(values.photos),
    ...Object.fromEntries(entries),
    ...(hasOffers(category) && offerValues(values)),
  }
}

/** The names of what a seller says about offers. */
export const offerNames = ['price_is_firm', 'lowest_offer', 'decline_text'] as const

/** A category in which nobody sells has no offers. */
export const hasOffers = ({ wantedWhen }: CategoryDefinition): boolean => wantedWhen !== 'always'

/** Returns what a form says about offers. */
export const offersOf = (category: CategoryDefinition, values: FormValues) =>
  hasOffers(category) ? offerValues(values) : {}

const offerValues = (values: Values) => ({
  price_is_firm: values.price_is_firm === true,
  lowest_offer: toText(values.lowest_offer),
  decline_text: toText(values.decline_text),
})

/** A saved listing. Only the owner's list has what the seller says about offers. */
export type EditedListing = Listing & Pick<OwnListing, 'offers'>

/** Leaves out what the form does not know about offers, so that saving keeps it. */
export function withoutUnknownOffers(
  listing: EditedListing | undefined,
  input: ListingInput,
): ListingInput {
  if (!listing || listing.offers) return input
  const { price_is_firm: _, lowest_offer: __, decline_text: ___, ...rest } = { ...input } as Values
  return rest as unknown as ListingInput
}

/** The values that the form of a listing starts with. */
export const listingValues = ({ offers, ...listing }: EditedListing): FormValues =>
  toFormValues(categoryOf(listing), {
    ...fieldValues(listing),
    price_is_firm: offers?.isFirm,
    lowest_offer: offers?.lowest,
    decline_text: offers?.declineText,
    photos: listing.photos.map(({ storedUrl }) => storedUrl),
  })

export const emptyValues = (category: CategoryDefinition) => toFormValues(category, {})

/** Whether the field still has its initial value. */
export const isUnfilled = (name: string, field: Field, values: FormValues): boolean =>
  textOf(values[name]) === textOf(toFormValue(name, field, {}))

const textOf = (value: FormValue | undefined) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The form's resolver. It returns the request body, or one error for each invalid field, as the API reports them. */
export function validateForm(
  category: AnyCategory,
  formValues: FormValues,
): ResolverResult<FormValues, ListingInput> {
  const photos = formValues.photos.filter(isUploaded)
  const { data, error } = listingInput[category.id].safeParse({ ...formValues, photos })
  if (data) return { values: data, errors: {} }
  const errors = fieldErrors(error)
  // Photos that are still uploading count as photos too.
  if (photos.length < formValues.photos.length) delete errors.photos
  const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'zod', message }])
  return { values: {}, errors: Object.fromEntries(entries) }
}
