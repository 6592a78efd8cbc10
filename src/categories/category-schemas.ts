import { z } from 'zod'
import type { CategoryDefinition } from './define-category.ts'
import type { Field } from './field-kinds.ts'
import { inputSchema, responseSchema } from './field-schemas.ts'
import { householdFields } from './household.ts'
import { type CategoryId, type CategoryOf, perCategory } from './index.ts'
import { emptyValue, estimateName, type FieldValues, hyphenatedName } from './listing-values.ts'

type InputShapes = {
  [Id in CategoryId]: {
    [Name in keyof FieldValues<CategoryOf<Id>>]: z.ZodType<FieldValues<CategoryOf<Id>>[Name]>
  }
}

type ToSchema = (name: string, field: Field) => z.ZodType

const mapFields = ({ fields }: CategoryDefinition, toSchema: ToSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(name, field)]))

/**
 * The zod schemas of each category's own fields. This module imports zod, so pages that only show listings must not
 * import it.
 */
export const inputShapes = perCategory((category) =>
  mapFields(category, (_name, field) => inputSchema(field)),
) as InputShapes

/** The values that a response adds to the fields: the first code of each list, each ISBN with hyphens, and estimates. */
const addedShape = ({ fields }: CategoryDefinition) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, z.ZodType][] => {
      if (field.kind === 'codes') return [[field.firstCodeName, z.string().nullable()]]
      if (field.kind === 'minutes') {
        const estimates = z
          .record(z.string(), z.number())
          .describe(
            'Estimated minutes on foot, by the id of the campus, where the address is known.',
          )
        return [[estimateName(name), estimates]]
      }
      return field.kind === 'isbn' ? [[hyphenatedName(name), z.string().nullable()]] : []
    }),
  )

/** The household facts, in the call that only confirmed students make. */
export const householdShape = Object.fromEntries(
  Object.entries<Field>(householdFields).map(([name, field]) => {
    const schema = responseSchema(field)
    return [name, emptyValue(field) === null ? schema.nullable() : schema]
  }),
)

/**
 * Required fields may be null too, because a row may be older than the field. Title and price have columns and are
 * never null.
 */
export const responseShapes = perCategory((category) => ({
  ...mapFields(category, (name, field) => {
    const { title, price } = category.apiNames
    const isNullable = emptyValue(field) === null && name !== title && name !== price
    return isNullable ? responseSchema(field).nullable() : responseSchema(field)
  }),
  ...addedShape(category),
}))
