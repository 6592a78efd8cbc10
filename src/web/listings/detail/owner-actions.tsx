import { PencilIcon } from 'lucide-react'
import type { Listing } from '#contract/listing.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import { isListed, isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { postingRefusal } from '../../session/posting-refusal.ts'
import { useSession } from '../../session/session.tsx'
import { Skeleton } from '../../ui/content/skeleton.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { dashboardCardPath } from '../listing-urls.ts'

const importButtons = async () => (await import('./owner-buttons.tsx')).OwnerButtons

/** The owner's actions. Other readers see nothing and do not load the code of the buttons. */
export function OwnerActions(props: { listing: Listing }) {
  const { listing } = props
  const { user } = useSession()
  const isOwner = user?.id === listing.seller.id
  const { Part: OwnerButtons } = useLazyPart(importButtons, { isNeeded: isOwner })
  if (!isOwner) return null
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-3 print:hidden">
      <p className="order-first col-span-full text-ink-2 text-sm">
        This is your listing.{' '}
        {isListed(listing.status) && `It's ${statusLabel(listing).toLowerCase()}. `}
        <Link to={dashboardCardPath(listing)} className="link">
          {isTakenDown(listing.status) ? 'See why on' : 'See it on'} your dashboard
        </Link>
      </p>
      {listing.status !== 'removed' && !postingRefusal(user) && (
        <LinkButton as={Link} to={pagePaths.edit(listing.category, listing.id)} variant="secondary">
          <PencilIcon size={18} />
          Edit
        </LinkButton>
      )}
      {OwnerButtons ? <OwnerButtons {...props} /> : <ButtonPlaces status={listing.status} />}
    </div>
  )
}

/** A placeholder as high as the buttons, so that nothing moves when they load. */
function ButtonPlaces({ status }: { status: ListingStatus }) {
  return (
    <>
      {!isTakenDown(status) && (
        <Skeleton className="order-first col-span-full h-12 rounded-control" />
      )}
      <Skeleton className="h-12 rounded-control" />
    </>
  )
}
