import type { z } from 'zod'
import type { CategoryDefinition } from './define-category.ts'
import { inputSchema, responseSchema } from './field-schemas.ts'
import { type CategoryId, type CategoryOf, perCategory } from './index.ts'
import type { FieldValues } from './listing-values.ts'

type Shape<Definition extends CategoryDefinition> = {
  [Name in keyof FieldValues<Definition>]: z.ZodType<FieldValues<Definition>[Name]>
}

type Shapes = { [Id in CategoryId]: Shape<CategoryOf<Id>> }

function buildShapes(toSchema: typeof inputSchema): Shapes {
  return perCategory(({ fields }) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field)])),
  ) as Shapes
}

/** The zod schemas of each category's own fields. Imports zod: not for pages that only read. */
export const inputShapes = buildShapes(inputSchema)
export const responseShapes = buildShapes(responseSchema)
