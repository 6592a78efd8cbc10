import { SlidersHorizontalIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FilterSheet, type FilterSheetProps } from './filter-sheet.tsx'

const sheetId = 'filters'

export function FiltersButton({
  activeCount,
  ...sheetProps
}: FilterSheetProps & { activeCount: number }) {
  const [isOpen, setOpen] = useState(false)
  /** Counts openings by this button; a sheet that was opened before hydration keeps what was chosen in it. */
  const [openings, setOpenings] = useState(0)
  const open = useCallback(() => setOpen(true), [])
  return (
    <>
      <Button
        variant="secondary"
        className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
        aria-haspopup="dialog"
        popoverTarget={sheetId}
        onClick={(event) => {
          event.preventDefault()
          setOpenings(openings + 1)
          open()
        }}
      >
        <SlidersHorizontalIcon size={18} />
        {activeCount > 0 ? `Filters · ${activeCount}` : 'Filters'}
      </Button>
      <FilterSheet
        {...sheetProps}
        openings={openings}
        open={isOpen}
        id={sheetId}
        onOpen={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
