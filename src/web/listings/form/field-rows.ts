import type { CategoryDefinition, Field } from '#categories/define-category.ts'

export interface FieldRow {
  kind: 'fields' | 'checkboxes'
  names: string[]
}

const maxShortLength = 60

const isShort = (field: Field) =>
  field.kind === 'text'
    ? field.maxLength <= maxShortLength
    : field.kind !== 'longtext' && field.kind !== 'list'

/** Lays out the fields in order: pairs of short ones, groups of adjacent checkboxes, others alone. */
export function fieldRows({ fields }: CategoryDefinition): FieldRow[] {
  const rows: FieldRow[] = []
  for (const [name, field] of Object.entries(fields)) {
    const last = rows.at(-1)
    const kind = field.kind === 'checkbox' ? 'checkboxes' : 'fields'
    if (last?.kind === kind && fitsInRow(last, fields, field)) last.names.push(name)
    else rows.push({ kind, names: [name] })
  }
  return rows
}

function fitsInRow(row: FieldRow, fields: CategoryDefinition['fields'], field: Field): boolean {
  if (row.kind === 'checkboxes') return true
  const [first, second] = row.names.map((name) => fields[name])
  return first !== undefined && second === undefined && isShort(first) && isShort(field)
}
