import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'

export interface FieldRow {
  kind: 'fields' | 'questions'
  /** The heading over the questions. */
  group?: string | undefined
  names: string[]
}

const maxShortLength = 60

const isShort = (field: Field) =>
  field.kind === 'text'
    ? field.maxLength <= maxShortLength
    : field.kind !== 'longtext' && field.kind !== 'list'

/**
 * Lays out the fields in order: pairs of short ones, adjacent questions of one group, others alone. The box that makes
 * a price free is part of the price's input.
 */
export function fieldRows({ fields, freeWhen }: CategoryDefinition): FieldRow[] {
  const rows: FieldRow[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (name === freeWhen) continue
    const last = rows.at(-1)
    const row = toRow(name, field)
    if (last && fitsInRow(last, row, fields)) last.names.push(name)
    else rows.push(row)
  }
  return rows
}

const toRow = (name: string, field: Field): FieldRow =>
  field.kind === 'checkbox' && field.formStart === undefined
    ? { kind: 'questions', group: field.group, names: [name] }
    : { kind: 'fields', names: [name] }

function fitsInRow(last: FieldRow, row: FieldRow, fields: CategoryDefinition['fields']): boolean {
  if (last.kind !== row.kind) return false
  if (row.kind === 'questions') return last.group === row.group
  const together = [...last.names, ...row.names].map((name) => fields[name])
  return together.length === 2 && together.every((field) => field && isShort(field))
}
