import { lazy, Suspense, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Ask } from './use-asked.ts'

const loadSheet = () => import('./filter-sheet.tsx')

/** Loaded when someone reaches for it. */
const FilterSheet = lazy(loadSheet)

export function FiltersButton({
  active,
  ...panel
}: {
  category: AnyCategory
  asked: URLSearchParams
  ask: Ask
  highestListed: number | undefined
  /** How many filters are in force. */
  active: number
}) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        className="noscript:hidden max-sm:flex-1"
        aria-haspopup="dialog"
        onPointerEnter={loadSheet}
        onFocus={loadSheet}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Icon name="sliders" size={18} />
        {active > 0 ? `Filters · ${active}` : 'Filters'}
      </Button>
      {wanted && (
        <Suspense>
          <FilterSheet {...panel} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
