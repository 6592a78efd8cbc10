import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import type { Listing } from '#contract/listing.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import { isListed, isTakenDown } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { postingRefusal } from '../../session/posting-refusal.ts'
import { useSession } from '../../session/session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/content/skeleton.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { endsSoon } from '../dashboard/status-text.ts'
import { dashboardCardPath } from '../listing-urls.ts'
import { ShareListing } from '../share-listing.tsx'

const importStatusButtons = async () => (await import('./owner-buttons.tsx')).StatusButtons
const importDeleteButton = async () => (await import('./owner-buttons.tsx')).DeleteButton

/** The owner's actions. Other readers see nothing and do not load the code of the buttons. */
export function OwnerActions(props: { listing: Listing }) {
  const { user } = useSession()
  return user?.id === props.listing.seller.id ? <Actions {...props} user={user} /> : null
}

function Actions({ user, ...props }: { listing: Listing; user: SessionUser }) {
  const { listing } = props
  const { Part: StatusButtons } = useLazyPart(importStatusButtons, { isNeeded: true })
  const { Part: DeleteButton } = useLazyPart(importDeleteButton, { isNeeded: true })
  const { status } = listing
  const today = useToday()
  const needsRenewal = status === 'expired' || endsSoon(listing, today)
  // The buttons keep their places once it is renewed.
  const [startedToNeed] = useState(needsRenewal)
  const withRenew = needsRenewal || startedToNeed
  const isEditLikely = isListed(status) ? !withRenew : status === 'hidden'
  return (
    <div
      className={classNames(
        'grid gap-3 print:hidden',
        // With few buttons, each has a line.
        isListed(status) || withRenew
          ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,40%)),1fr))]'
          : 'grid-cols-1',
      )}
    >
      <p className="col-span-full text-ink-2 text-sm">
        This is your listing. {isListed(status) && `It's ${statusLabel(listing).toLowerCase()}. `}
        <Link to={dashboardCardPath(listing)} className="link">
          {isTakenDown(status) ? 'See why on' : 'See it on'} your dashboard
        </Link>
      </p>
      {status !== 'removed' && !postingRefusal(user) && (
        <LinkButton
          as={Link}
          to={pagePaths.edit(listing.category, listing.id)}
          variant={isEditLikely ? 'primary' : 'secondary'}
          size={withRenew ? 'small' : undefined}
          // On a line of its own, no second press hits another button.
          className={withRenew ? '' : 'col-span-full'}
        >
          <PencilIcon size={18} />
          Edit
        </LinkButton>
      )}
      {StatusButtons ? (
        <StatusButtons {...props} withRenew={withRenew} />
      ) : (
        !isTakenDown(status) && (
          <ButtonPlaces count={isListed(status) ? 2 + Number(withRenew) : 1} />
        )
      )}
      {isListed(status) && <ShareListing {...props} size="small" />}
      {DeleteButton ? (
        // Without Share beside it, it has a line.
        <DeleteButton {...props} className={isListed(status) ? '' : 'col-span-full'} />
      ) : (
        <ButtonPlaces count={1} />
      )}
    </div>
  )
}

/** Placeholders as high as the buttons, so that nothing moves when they load. */
const ButtonPlaces = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => place).map((place) => (
    <Skeleton key={place} className="h-11 rounded-control" />
  ))
