import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { terms } from '#campus.ts'
import type { Field } from '#categories/field-kinds.ts'
import { isPeriodFilter } from '#categories/filter-kinds.ts'
import { type AnyCategory, categories } from '#categories/index.ts'
import { emptyValue } from '#categories/listing-values.ts'
import { minCoverage, monthToleranceDays } from '#categories/periods.ts'
import type { Db } from '../../database/database.ts'
import { searchTextVersion } from './search-text.ts'

/** Of all data, beside the listing, that its search text is built from; `searchTextVersion` stands for the functions. */
export function searchTextFingerprint(definitions: readonly AnyCategory[]): string {
  const periodRules = [terms, minCoverage, monthToleranceDays]
  const parts = [searchTextVersion, periodRules, definitions.map(indexedParts)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function indexedParts({ id, fields, search, period, filters }: AnyCategory) {
  return [
    id,
    search.fields,
    search.phrases,
    period,
    // Derived values may read any field.
    Object.entries(fields).map(([name, field]) => [name, field.kind, emptyValue(field)]),
    search.fields.map((name) => searchedLabels(fields[name])),
    Object.values(filters).map((filter) => [
      filter.kind,
      isPeriodFilter(filter) ? '' : filter.field,
      filter.kind === 'contains' ? filter.text : '',
      filter.kind === 'months' ? filter.options : '',
    ]),
  ]
}

/** A checkbox is found by its labels. */
const searchedLabels = (field: Field | undefined) =>
  field?.kind === 'checkbox' ? [field.label, field.radioLabels, field.cardText] : []

const fingerprint = searchTextFingerprint(categories)

/** Whether the stored search texts were built by another definition, or nobody knows. */
export async function isSearchTextStale(db: Db): Promise<boolean> {
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = 'search-text'`,
  )
  return row?.value !== fingerprint
}

/** All stored search texts are up to date. */
export async function recordSearchText(db: Db): Promise<void> {
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES ('search-text', ${fingerprint})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
}

/** For rows of unknown age, as those of a backup. */
export async function forgetSearchText(tx: Db): Promise<void> {
  await tx.run(sql`DELETE FROM site_state WHERE name = 'search-text'`)
}
