import { memo } from 'react'
import { nextTerms } from '#categories/academic-terms.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { QuickFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { ActiveFilter } from '#contract/active-filters.ts'
import { parseFilters, splitValues, withFilters } from '#contract/list-filters.ts'
import type { Understood, UnderstoodPart } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { appliedFilters, partsInForce, withoutPart } from '#contract/understood.ts'
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

/**
 * The quick filters of a category. One is also active if the words of the search became its filter; pressing it then takes
 * the words out. `today` is a YYYY-MM-DD date.
 */
export function quickLinks(
  category: AnyCategory,
  filters: URLSearchParams,
  today: string,
  understood?: Understood,
): QuickLink[] {
  const { filters: definitions }: CategoryDefinition = category
  const applied = appliedFilters(filters, understood)
  return category.quickFilters
    .flatMap((quickFilter) => expand(quickFilter, today))
    .map(({ label, parameters }) => {
      const parts = Object.entries(parameters).map(([name, text]) => {
        const values = splitValues(category, name, text)
        const current = splitValues(category, name, applied.get(name) ?? '')
        const others = splitValues(category, name, filters.get(name) ?? '').filter(
          (value) => !values.includes(value),
        )
        return { name, values, others, isSet: values.every((value) => current.includes(value)) }
      })
      const isActive = parts.every(({ isSet }) => isSet)
      const changes = parts.map(({ name, values, others }) => {
        // A filter that accepts several values keeps its other values. Any other filter is replaced.
        const kept = definitions[name]?.kind === 'choices' ? others : []
        return [name, (isActive ? kept : [...kept, ...values]).join()]
      })
      const q = isActive ? withoutWordsFor(Object.keys(parameters), filters, understood) : {}
      return {
        label,
        isActive,
        values: Object.fromEntries(parts.map(({ name, values }) => [name, values])),
        filters: parseFilters(
          category,
          withFilters(filters, { ...Object.fromEntries(changes), ...q }),
        ),
      }
    })
}

/** Returns the search text without the words that became these filters. */
function withoutWordsFor(
  names: readonly string[],
  filters: URLSearchParams,
  understood: Understood | undefined,
): { q?: string } {
  const parts = partsInForce(filters, understood).filter((part) =>
    names.some((name) => name in part.filters),
  )
  if (!understood || parts.length === 0) return {}
  const q = filters.get('q') ?? ''
  return { q: parts.reduce((text, part) => withoutPart(text, understood, part), q) }
}

const isShownBy = (links: readonly QuickLink[], name: string, value: string) =>
  links.some(({ isActive, values }) => isActive && values[name]?.includes(value))

/** The active filters that no active quick filter shows. */
export const withoutQuickLinks = (active: readonly ActiveFilter[], links: readonly QuickLink[]) =>
  active.filter(({ name, value }) => !isShownBy(links, name, value))

/** The filters from words that no active quick filter shows. */
export const partsWithoutQuickLinks = (
  parts: readonly UnderstoodPart[],
  links: readonly QuickLink[],
) =>
  parts.filter(
    ({ filters }) =>
      !Object.entries(filters).every(([name, value]) => isShownBy(links, name, value)),
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
