import { z } from 'zod'
import { inputShapes } from '#categories/category-schemas.ts'
import { addMonths, isDay } from '#categories/days.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { CodesField, Field } from '#categories/field-kinds.ts'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { inputSchema } from '#categories/field-schemas.ts'
import { type AnyCategory, type CategoryId, perCategory } from '#categories/index.ts'
import { type ListingInput, resolveField } from '#categories/listing-values.ts'
import { hasBidiControl } from '#categories/text-rules.ts'
import { categoryOf, fieldValues, type Listing, type ListingContent } from './listing.ts'
import { offerShapeOf } from './offer-settings.ts'
import { photosInput } from './photo-schemas.ts'

type Values = Record<string, unknown>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks several values and reports the error at one of them. Runs even if other fields are invalid (`when`), so that
 * all errors are reported at once.
 */
const check = (name: string, message: string, isValid: (values: Values) => boolean) =>
  z.refine<Values>(isValid, { path: [name], message, when: ({ value }) => isObject(value) })

const conditionallyRequired = (name: string, field: Field) =>
  check(name, fieldRequiredMessage, (values) => {
    return values[name] !== null || !resolveField(field, values).required
  })

const hasNoBidiControl = (item: unknown) => typeof item !== 'string' || !hasBidiControl(item)

/** Rejects bidirectional controls in short texts, which stand beside other texts. A description has lines of its own. */
const noBidiControl = (name: string) =>
  check(name, 'Contains a hidden character that changes the direction of text', (values) =>
    [values[name]].flat().every(hasNoBidiControl),
  )

const isShortText = ({ kind }: Field) => kind === 'text' || kind === 'list' || kind === 'codes'

function periodChecks({ period, seeks }: CategoryDefinition) {
  if (!period) return []
  const { from, to, maxMonths } = period
  /** Skips values that are not days: the checks of each field report those. */
  const checkDays = (message: string, isValid: (first: string, last: string) => boolean) =>
    check(to, message, ({ [from]: first, [to]: last }) => {
      return !isDay(first) || !isDay(last) || isValid(first, last)
    })
  return [
    checkDays(
      seeks ? 'Must be after the day you move in' : "Must be after the day it's available",
      (first, last) => last > first,
    ),
    checkDays(`Must be at most ${maxMonths} months later`, (first, last) => {
      return last <= addMonths(first, maxMonths)
    }),
  ]
}

function freeCheck({ freeWhen, fields, apiNames }: CategoryDefinition) {
  if (!freeWhen) return []
  const message = `Free means a price of 0. Untick ${fields[freeWhen]?.label} to set a price.`
  return [check(apiNames.price, message, (values) => !values[freeWhen] || !values[apiNames.price])]
}

/** A lowest offer at or above the price would decline every offer. It means nothing while the price is firm. */
const lowestOfferCheck = ({ apiNames }: CategoryDefinition) =>
  check(
    'lowest_offer',
    'Must be lower than the price',
    ({ lowest_offer: lowest, price_is_firm: isFirm, [apiNames.price]: price }) =>
      isFirm === true ||
      [lowest, price].some((amount) => typeof amount !== 'number') ||
      Number(lowest) < Number(price),
  )

const photosRequiredMessage = 'Listing photos are required'

function arePhotosOptional({ wantedWhen: when, fields }: CategoryDefinition, values: Values) {
  if (when === 'always') return true
  const field = when && fields[when.field]
  return field ? inputSchema(field).safeParse(values[when.field]).data === when.value : false
}

const noPhotosMessage = "Housing requests can't have photos"

const photosCheck = (category: CategoryDefinition) =>
  category.photos === 'none'
    ? check(
        'photos',
        noPhotosMessage,
        ({ photos }) => !Array.isArray(photos) || photos.length === 0,
      )
    : requiredPhotosCheck(category)

const requiredPhotosCheck = (category: CategoryDefinition) =>
  check('photos', photosRequiredMessage, ({ photos, ...values }) => {
    return arePhotosOptional(category, values) || !Array.isArray(photos) || photos.length > 0
  })

const checksOf = (category: CategoryDefinition) => [
  ...Object.entries(category.fields).flatMap(([name, field]) => [
    conditionallyRequired(name, field),
    ...(isShortText(field) ? [noBidiControl(name)] : []),
  ]),
  photosCheck(category),
  ...periodChecks(category),
  ...freeCheck(category),
  lowestOfferCheck(category),
]

const codesFields = ({ fields }: CategoryDefinition) =>
  Object.entries(fields).filter((entry): entry is [string, CodesField] => entry[1].kind === 'codes')

/** Describes, for the documentation only, the names that `withAllCodes` replaces. */
const firstCodeShape = (category: CategoryDefinition) =>
  Object.fromEntries(
    codesFields(category).map(([name, { firstCodeName }]) => [
      firstCodeName,
      z.string().nullish().describe(`One code, in place of \`${name}\`.`),
    ]),
  )

/** Builds the schema of a listing's body, with any added fields. */
export const bodySchema = (category: AnyCategory, addedShape = {}): z.ZodType =>
  z
    .preprocess(
      (body) => (isObject(body) ? withAllCodes(category, body) : body),
      z.object({
        ...inputShapes[category.id],
        ...firstCodeShape(category),
        photos: photosInput,
        ...offerShapeOf(category),
        ...addedShape,
      }),
    )
    .check(...checksOf(category))

/** The body of PUT after `mergeWithSaved`, and the schema that the form checks against. */
export const listingInput = perCategory((category) => bodySchema(category)) as {
  [Id in CategoryId]: z.ZodType<ListingInput<Id>>
}

/** Replaces the whole list of codes by the first code if the body has only that. */
function withAllCodes(category: CategoryDefinition, body: Values): Values {
  const values = { ...body }
  for (const [name, { firstCodeName }] of codesFields(category)) {
    if (firstCodeName in values && !(name in values)) values[name] = values[firstCodeName]
    delete values[firstCodeName]
  }
  return values
}

/** Completes the body of a PUT with the saved values of the optional fields it leaves out. */
export function mergeWithSaved(
  saved: ListingContent & Pick<Listing, 'photos'>,
  body: unknown,
): unknown {
  if (!isObject(body)) return body
  const category: CategoryDefinition = categoryOf(saved)
  const values = fieldValues(saved)
  const names = Object.keys(category.fields).filter((name) => !category.fields[name]?.required)
  const savedValues = names.map((name) => [name, values[name]])
  const merged = { ...Object.fromEntries(savedValues), ...withAllCodes(category, body) }
  const photos = saved.photos.map(({ storedUrl }) => storedUrl)
  return arePhotosOptional(category, merged) ? { photos, ...merged } : merged
}
