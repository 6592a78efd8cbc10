import { CheckIcon, ClockIcon, RefreshCwIcon, Undo2Icon } from 'lucide-react'
import type { AnyCategory } from '#categories/index.ts'
import { endOfCampusDay } from '#contract/campus-date.ts'
import { canMove, canRenew } from '#contract/listing-status.ts'
import type { Listing, OwnListing } from '#contract/listings.ts'
import { soldLabel } from '#contract/wire-functions.ts'
import { useToday } from '../../queries/use-today.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../../ui/controls/button-class.ts'
import { displayTitle } from '../listing-display.ts'
import type { StatusAction } from './status-text.ts'
import { useStatusAction } from './use-status-action.ts'

const icons = {
  sold: CheckIcon,
  pending: ClockIcon,
  available: Undo2Icon,
  renew: RefreshCwIcon,
}

/** What its status and no suspension forbids, each with one press: buttons and their error for a grid. */
export function StatusActions({
  category,
  listing,
  withRenew = true,
  highlighted,
  onChanged,
  ...buttonStyle
}: ButtonStyleProps & {
  category: AnyCategory
  listing: Listing & Pick<OwnListing, 'status_since'>
  withRenew?: boolean
  /** What its owner most likely came for; where the status cannot change, renewing. */
  highlighted?: 'status' | 'renew'
  onChanged?: () => void
}) {
  const { status, status_since } = listing
  const { press, pressed, error } = useStatusAction(category, listing, onChanged)
  const endOfToday = endOfCampusDay(useToday())
  // Where it is not known, the server says whether it is too late.
  const since = status_since ? Date.parse(status_since) : endOfToday
  const mayPublish = !useSession().user?.suspension
  const [first, second] = (['sold', 'pending', 'available'] as const).filter(
    (to) => canMove({ status, since }, to, endOfToday) && (mayPublish || to !== 'available'),
  )
  const highlightedPlace = highlighted === 'status' && first ? 1 : 3
  const labels = {
    sold: `Mark ${soldLabel(category, listing).toLowerCase()}`,
    pending: 'Mark pending',
    available: 'Mark available',
    renew: 'Renew',
  }
  const button = (place: number, action: StatusAction) => {
    const Icon = icons[action]
    return (
      <Button
        {...buttonStyle}
        variant={highlighted && place === highlightedPlace ? 'secondary' : buttonStyle.variant}
        busy={pressed === place}
        aria-disabled={pressed !== undefined || undefined}
        onClick={() => press({ action, place })}
      >
        <Icon size={18} className="flex-none" />
        {labels[action]}
        <span className="sr-only"> {displayTitle(category, listing)}</span>
      </Button>
    )
  }
  return (
    <>
      {/* One element for each place, so that the focus stays when one action takes another's. */}
      {first && button(1, first)}
      {second && button(2, second)}
      {withRenew && canRenew(status) && mayPublish && button(3, 'renew')}
      <p role="alert" className="order-last col-span-full px-2.5 pb-2 text-danger empty:hidden">
        {error}
      </p>
    </>
  )
}
