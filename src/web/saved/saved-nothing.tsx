import type { ReactNode } from 'react'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** In place of an empty list, with the ways to fill it. */
export function SavedNothing({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center rounded-card border border-field border-dashed px-4 py-8 text-center">
      <p className="max-w-[44ch] text-balance text-ink-2">{children}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {categories.map(({ id, labels }) => (
          <LinkButton key={id} as={Link} variant="secondary" size="small" to={pagePaths.browse(id)}>
            {labels.menu}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}
