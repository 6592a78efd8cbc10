import { z } from 'zod'
import {
  coerceBoolean,
  coerceChoice,
  coerceMoney,
  coerceNumber,
  coerceText,
  parseList,
} from './coercion.ts'
import { parseCourseCodes } from './course-codes.ts'
import type {
  ChoiceField,
  CodesField,
  Field,
  ListField,
  MoneyField,
  NumberField,
  TextField,
} from './field-kinds.ts'
import { fieldRequiredMessage } from './field-messages.ts'
import { isbnCharacters, toIsbn13 } from './isbn.ts'
import { emptyValue, type FieldValue } from './listing-values.ts'
import {
  campusIdPattern,
  coerceMinutes,
  maxCampuses,
  minuteSteps,
  nearPattern,
  ways,
} from './minutes.ts'
import { isStorableText } from './text-rules.ts'

/** Builds the message for a value of the wrong type. A missing value gets "Field required". */
const typeError = (message: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? fieldRequiredMessage : message,
})

const rangeMessage = (min: number, max: number) =>
  `Must be between ${min.toLocaleString('en-CA')} and ${max.toLocaleString('en-CA')}`

const lengthMessage = (maxLength: number) =>
  `Must be at most ${maxLength.toLocaleString('en-CA')} characters`

const anyText = () =>
  z
    .string(typeError('Must be text'))
    .trim()
    .refine(isStorableText, "Contains a character we can't read")

const text = ({ maxLength }: Pick<TextField | ListField, 'maxLength'>) =>
  anyText().max(maxLength, lengthMessage(maxLength))

const money = ({ min = 0, max }: MoneyField) =>
  z
    .number(typeError('Must be a number'))
    .min(min, rangeMessage(min, max))
    .max(max, rangeMessage(min, max))
    .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, 'Use at most two decimals')

const wholeNumber = ({ min, max }: NumberField) =>
  z
    .number(typeError('Must be a number'))
    .int('Must be a whole number')
    .min(min, rangeMessage(min, max))
    .max(max, rangeMessage(min, max))

const day = () => z.iso.date(typeError('Must be a real date, like 2027-01-31'))

/** The options are read for each value and for the API's page, because the campus may change them after this file has loaded. */
const choice = (field: ChoiceField) =>
  z
    .unknown()
    .refine((value) => field.options.some((option) => option === value), {
      error: ({ input }) =>
        input === undefined || input === null
          ? fieldRequiredMessage
          : `Choose one of: ${field.options.join(', ')}`,
    })
    .meta({
      get enum() {
        return [...field.options]
      },
    })

const list = ({ maxItems, maxLength }: ListField) =>
  z.array(text({ maxLength })).max(maxItems, `Choose at most ${maxItems}`)

/** Spaces do not count towards the length, because normalising may have added one. */
const code = ({ maxLength }: CodesField) =>
  anyText().refine((code) => code.replaceAll(' ', '').length <= maxLength, lengthMessage(maxLength))

const codes = (field: CodesField) =>
  z.array(code(field)).max(field.maxItems, `Enter at most ${field.maxItems}`)

const isbn = () =>
  z
    .string(typeError('Must be text'))
    .refine((digits) => toIsbn13(digits) === digits, { error: ({ input }) => isbnMessage(input) })

function isbnMessage(input: unknown): string {
  const { length } = isbnCharacters(String(input))
  return length === 10 || length === 13
    ? 'Check the last digit: this is not a valid ISBN.'
    : 'An ISBN has 10 or 13 digits.'
}

const coerceIsbn = (value: unknown) => {
  const text = coerceText(typeof value === 'number' ? String(value) : value)
  return typeof text === 'string' ? (toIsbn13(text) ?? text) : text
}

const minuteStep = z.literal(minuteSteps, {
  error: `Choose one of: ${minuteSteps.join(', ')}`,
})

const waysSchema = <Step extends z.ZodType>(step: Step) =>
  z.object(
    Object.fromEntries(ways.map((way) => [way, step.optional()])),
    typeError(`Must be an object with ${ways.join(' and ')}`),
  )

/** Any id of a campus is accepted. An admin may remove a campus while somebody fills in the form. */
const minutes = () =>
  z
    .record(
      z.string().regex(campusIdPattern, 'Must be the id of a campus'),
      waysSchema(minuteStep),
      typeError('Must be an object with the ids of campuses'),
    )
    .refine((places) => Object.keys(places).length <= maxCampuses, `Has more than ${maxCampuses}`)
    .describe(
      'Minutes on foot (`walk`) and by bus (`bus`), by the id of the campus. 15 means under 15 minutes, 31 means over 30.',
    )

/** Like minutes, it may name a campus that an admin has just removed. */
const near = () =>
  z
    .string(typeError('Must be text'))
    .regex(nearPattern, 'Choose from the list')
    .describe(
      'The id of a campus, the minutes, and `bus` unless it is on foot: `north-15` or `north-15-bus`.',
    )

function fieldRules(field: Field): { coerce: (value: unknown) => unknown; schema: z.ZodType } {
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return { coerce: coerceText, schema: text(field) }
    case 'number':
      return { coerce: coerceNumber, schema: wholeNumber(field) }
    case 'money':
      return { coerce: coerceMoney, schema: money(field) }
    case 'date':
      return { coerce: coerceText, schema: day() }
    case 'choice':
      return { coerce: (value) => coerceChoice(field.options, value), schema: choice(field) }
    case 'checkbox':
      return { coerce: coerceBoolean, schema: z.boolean('Must be true or false') }
    case 'list':
      return { coerce: parseList, schema: list(field) }
    case 'codes':
      return { coerce: parseCourseCodes, schema: codes(field) }
    case 'isbn':
      return { coerce: coerceIsbn, schema: isbn() }
    case 'minutes':
      return { coerce: coerceMinutes, schema: minutes() }
    case 'near':
      return { coerce: coerceText, schema: near() }
  }
}

/** Validates the field in a form or a request body. */
export function inputSchema<F extends Field>(field: F): z.ZodType<FieldValue<F>> {
  const { coerce, schema } = fieldRules(field)
  const empty = emptyValue(field)
  const input = field.required
    ? z.preprocess(coerce, schema)
    : z
        .preprocess((value) => coerce(value) ?? empty, empty === null ? schema.nullable() : schema)
        .default(empty)
  return input as z.ZodType<FieldValue<F>>
}

/** Serializes the field in a response. Only the type is checked: the row may be older than the definition. */
export function responseSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'number':
    case 'money':
      return z.number()
    case 'checkbox':
      return z.boolean()
    case 'list':
    case 'codes':
      return z.array(z.string())
    case 'choice':
      return z.union([z.string(), z.number()])
    case 'minutes':
      return z.record(z.string(), waysSchema(z.number()))
    default:
      return z.string()
  }
}
