import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { ChipRow } from '../../ui/controls/chip-row.tsx'
import type { QuickLink } from './quick-filters.ts'

export function QuickFiltersRow({
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
}
