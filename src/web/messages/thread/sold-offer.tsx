import type { AnyCategory } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { soldLabel } from '#contract/wire-functions.ts'
import { useStatusAction } from '../../listings/dashboard/use-status-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useMessagesChanged } from '../use-messages-changed.ts'

/** For a seller who says that it is gone, while it is still listed. `onDone` takes the focus of its button, which goes. */
export function SoldOffer({
  category,
  listing,
  onDone,
}: {
  category: AnyCategory
  listing: Listing
  onDone: () => void
}) {
  const messagesChanged = useMessagesChanged()
  const { press, pressed, error } = useStatusAction(category, listing, () => {
    messagesChanged()
    onDone()
  })
  if (!isListed(listing.status)) return null
  const label = soldLabel(category, listing).toLowerCase()
  return (
    <div className="composer-offer">
      <p>
        It's still listed. {isWanted(category, listing) ? 'Have you found it?' : `Is it ${label}?`}
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={pressed !== undefined}
        onClick={() => press({ action: 'sold', place: 1 })}
      >
        Mark {label}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}
