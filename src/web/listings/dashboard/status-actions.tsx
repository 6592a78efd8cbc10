import type { AnyCategory } from '#categories/index.ts'
import { endOfCampusDay } from '#contract/campus-date.ts'
import { canMove, canRenew, soldLabel } from '#contract/listing-status.ts'
import type { OwnListing } from '#contract/listings.ts'
import { Button } from '../../ui/button.tsx'
import { useToday } from '../../use-today.ts'
import { displayTitle } from '../listing-display.ts'
import type { StatusAction } from './status-text.ts'
import { useStatusAction } from './use-status-action.ts'

export const actionRow = 'grid w-full grid-cols-3 gap-1 [&>:is(a,button)]:px-1'
export const actionStyle = { variant: 'quiet', size: 'small' } as const

/** What its status allows, each with one press. */
export function StatusActions({
  category,
  listing,
  onMove,
}: {
  category: AnyCategory
  listing: OwnListing
  onMove: (button: HTMLElement) => void
}) {
  const { status, status_since = '' } = listing
  const { press, pending, error } = useStatusAction(category, listing, onMove)
  const tomorrow = endOfCampusDay(useToday())
  const canBecome = (to: 'available' | 'pending' | 'sold') =>
    canMove({ status, since: Date.parse(status_since) }, to, tomorrow)

  const button = (action: StatusAction, label: string) => (
    <Button
      {...actionStyle}
      busy={pending === action}
      onClick={({ currentTarget }) => press(action, currentTarget)}
    >
      {label}
      <span className="sr-only"> {displayTitle(category, listing)}</span>
    </Button>
  )
  return (
    <>
      <div className={actionRow}>
        {canBecome('sold') && button('sold', `Mark ${soldLabel(category, listing).toLowerCase()}`)}
        {/* One place for both, so that the focus stays when one takes the other's. */}
        {canBecome('pending')
          ? button('pending', 'Mark pending')
          : canBecome('available') && button('available', 'Mark available')}
        {canRenew(status) && button('renew', 'Renew')}
      </div>
      <p role="alert" className="w-full px-2.5 pb-2 text-danger empty:hidden">
        {error}
      </p>
    </>
  )
}
