import { lazy, Suspense, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SetFilters } from './use-filters.ts'

const loadSheet = () => import('./filter-sheet.tsx')

/** Loaded on hover or focus, before the click. */
const FilterSheet = lazy(loadSheet)

export function FiltersButton({
  activeCount,
  ...sheetProps
}: {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
  maxListedPrice: number | undefined
  activeCount: number
}) {
  /** Undefined until first opened. */
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="secondary"
        className="noscript:hidden max-sm:flex-1"
        aria-haspopup="dialog"
        onPointerEnter={loadSheet}
        onFocus={loadSheet}
        onClick={() => setOpen(true)}
      >
        <Icon name="sliders" size={18} />
        {activeCount > 0 ? `Filters · ${activeCount}` : 'Filters'}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <FilterSheet {...sheetProps} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
