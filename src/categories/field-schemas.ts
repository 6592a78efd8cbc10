import { z } from 'zod'
import type { ChoiceField, Field, ListField, NumberField, TextField } from './define-category.ts'
import { readEntries } from './entries.ts'
import { emptyValue, type FieldValue } from './listing-values.ts'
import { isStorable, readCheckbox, readChoice, readNumber, readText } from './readings.ts'

export const fieldRequired = 'Field required'

/** "Field required" where nothing was given, the sentence where it is of another type. */
const orMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? fieldRequired : sentence,
})

const between = (min: number, max: number) =>
  `Must be between ${min.toLocaleString('en-CA')} and ${max.toLocaleString('en-CA')}`

const text = ({ maxLength }: Pick<TextField | ListField, 'maxLength'>) =>
  z
    .string(orMissing('Must be text'))
    .trim()
    .max(maxLength, `Must be at most ${maxLength.toLocaleString('en-CA')} characters`)
    .refine(isStorable, 'Contains a character that is not text')

const money = ({ max }: { max: number }) =>
  z
    .number(orMissing('Must be a number'))
    .min(0, between(0, max))
    .max(max, between(0, max))
    .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, 'Use at most two decimals')

const wholeNumber = ({ min, max }: NumberField) =>
  z
    .number(orMissing('Must be a number'))
    .int('Must be a whole number')
    .min(min, between(min, max))
    .max(max, between(min, max))

const day = () => z.iso.date(orMissing('Must be a real date, like 2027-01-31'))

const choice = ({ options }: ChoiceField) =>
  z.literal(options, orMissing(`Choose one of: ${options.join(', ')}`))

const list = ({ maxItems, maxLength }: ListField) =>
  z.array(text({ maxLength })).max(maxItems, `Choose at most ${maxItems}`)

/** How a field's value is read, and what it must then be. */
function rules(field: Field): { read: (value: unknown) => unknown; check: z.ZodType } {
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return { read: readText, check: text(field) }
    case 'number':
      return { read: readNumber, check: wholeNumber(field) }
    case 'money':
      return { read: readNumber, check: money(field) }
    case 'date':
      return { read: readText, check: day() }
    case 'choice':
      return { read: (value) => readChoice(field.options, value), check: choice(field) }
    case 'checkbox':
      return { read: readCheckbox, check: z.boolean('Must be true or false') }
    case 'list':
      return { read: readEntries, check: list(field) }
  }
}

/** What the field takes from a form or an API call. */
export function inputSchema<F extends Field>(field: F): z.ZodType<FieldValue<F>> {
  const { read, check } = rules(field)
  const empty = emptyValue(field)
  const schema = field.required
    ? z.preprocess(read, check)
    : z.preprocess(read, empty === null ? check.nullable() : check).default(empty)
  return schema as z.ZodType<FieldValue<F>>
}

/** What the field gives in an answer: checked on the way in, so only its type is told here. */
export function answerSchema<F extends Field>(field: F): z.ZodType<FieldValue<F>> {
  const content = contentSchema(field)
  const mayBeNull = !field.required && emptyValue(field) === null
  return (mayBeNull ? content.nullable() : content) as z.ZodType<FieldValue<F>>
}

function contentSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'number':
    case 'money':
      return z.number()
    case 'checkbox':
      return z.boolean()
    case 'list':
      return z.array(z.string())
    case 'choice':
      return z.literal(field.options)
    default:
      return z.string()
  }
}
