import { memo } from 'react'
import { nextTerms } from '#categories/academic-terms.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { QuickFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { ActiveFilter } from '#contract/active-filters.ts'
import { parseFilters, splitValues, withFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { ChipRow } from '../../ui/controls/chip-row.tsx'

export interface QuickLink {
  label: string
  isActive: boolean
  /** The values that the quick filter sets, by parameter. */
  values: Readonly<Record<string, readonly string[]>>
  /** The filters after the quick filter is pressed. */
  filters: URLSearchParams
}

/** The quick filters of a category. `today` is a YYYY-MM-DD date. */
export function quickLinks(
  category: AnyCategory,
  filters: URLSearchParams,
  today: string,
): QuickLink[] {
  const { filters: definitions }: CategoryDefinition = category
  return category.quickFilters
    .flatMap((quickFilter) => expand(quickFilter, today))
    .map(({ label, parameters }) => {
      const parts = Object.entries(parameters).map(([name, text]) => {
        const values = splitValues(category, name, text)
        const current = splitValues(category, name, filters.get(name) ?? '')
        const others = current.filter((value) => !values.includes(value))
        return { name, values, others, isSet: values.every((value) => current.includes(value)) }
      })
      const isActive = parts.every(({ isSet }) => isSet)
      const changes = parts.map(({ name, values, others }) => {
        // A filter that accepts several values keeps its other values. Any other filter is replaced.
        const kept = definitions[name]?.kind === 'choices' ? others : []
        return [name, (isActive ? kept : [...kept, ...values]).join()]
      })
      return {
        label,
        isActive,
        values: Object.fromEntries(parts.map(({ name, values }) => [name, values])),
        filters: parseFilters(category, withFilters(filters, Object.fromEntries(changes))),
      }
    })
}

/** The active filters that no active quick filter shows. */
export const withoutQuickLinks = (active: readonly ActiveFilter[], links: readonly QuickLink[]) =>
  active.filter(
    ({ name, value }) =>
      !links.some(({ isActive, values }) => isActive && values[name]?.includes(value)),
  )

function expand(quickFilter: QuickFilter, today: string) {
  if (!('nextTerms' in quickFilter)) return [quickFilter]
  return nextTerms(today, quickFilter.nextTerms).map(({ id, label }) => ({
    label,
    parameters: { [quickFilter.parameter]: id },
  }))
}

export const QuickFiltersRow = memo(function QuickFiltersRow({
  category,
  links,
}: {
  category: AnyCategory
  links: readonly QuickLink[]
}) {
  return (
    <ChipRow label="Quick filters">
      {links.map(({ label, isActive, filters }) => (
        <li key={label}>
          <Chip as={Link} active={isActive} to={pagePaths.browse(category.id, filters)}>
            {label}
          </Chip>
        </li>
      ))}
    </ChipRow>
  )
})
