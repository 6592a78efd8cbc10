import type { CategoryDefinition } from '#categories/define-category.ts'
import type { FormValues } from './form-values.ts'

/** The fields that change with this one: those that follow it, while they have its value. */
export function followers({ fields }: CategoryDefinition, name: string, values: FormValues) {
  return Object.entries(fields)
    .filter(([follower, field]) => {
      return (
        field.kind === 'checkbox' && field.follows === name && values[follower] === values[name]
      )
    })
    .map(([follower]) => follower)
}
