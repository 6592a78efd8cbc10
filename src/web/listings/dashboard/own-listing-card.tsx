import { ClockIcon, EllipsisIcon, PencilIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { estimateName } from '#categories/listing-values.ts'
import { farOffSentences } from '#categories/minutes.ts'
import { categoryOf, type OwnListing } from '#contract/listing.ts'
import { isListed, isTakenDown } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { campusIsoDate, dayMs } from '#format/campus-date.ts'
import { formatNumber, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { postingRefusal } from '../../session/posting-refusal.ts'
import { useSession } from '../../session/session.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { StatusBadge } from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import { DeleteLabel, DeleteListing, useDeletion } from '../delete-listing.tsx'
import { displayDates, displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import { cardAnchor } from '../listing-urls.ts'
import { MovingSaleLink } from '../moving-sale-link.tsx'
import { ShareLabel, sharedListing, useShare } from '../share-listing.tsx'
import { ModerationNotice } from './moderation-notice.tsx'
import { OwnSignals } from './own-signals.tsx'
import { StatusActions } from './status-actions.tsx'
import { endsSoon, statusText } from './status-text.ts'
import './own-listing-card.css'

interface OwnListingCardProps {
  listing: OwnListing
  onDeleted: () => void
}

export function OwnListingCard({ listing, onDeleted }: OwnListingCardProps) {
  const title = displayTitle(listing)
  const today = useToday()
  const [cover] = inDisplayOrder(listing.photos)
  const { user } = useSession()
  const mayEdit = listing.status !== 'removed' && !postingRefusal(user)
  return (
    <article
      id={cardAnchor(listing)}
      tabIndex={-1}
      className="own-listing-card scroll-mt-6 overflow-hidden rounded-card border border-line bg-card"
    >
      <div>
        <div className="own-listing-card-main">
          <div className="own-listing-card-photo aspect-4/3 overflow-hidden rounded-control bg-soft">
            {cover ? (
              <Photo {...toPhotoSource(cover, title)} sizes="160px" />
            ) : (
              <NoPhoto label="No photo" />
            )}
          </div>
          <div className="min-w-0">
            <Price listing={listing} onCard />
            <h3 className="mt-1 font-semibold">
              <Link
                dir="auto"
                to={pagePaths.listing(listing.category, listing.id)}
                className="own-listing-card-title line-clamp-2 rounded-chip hover:underline"
              >
                {title}
              </Link>
            </h3>
          </div>
          <div className="own-listing-card-facts">
            <Status listing={listing} today={today} />
            <p className="mt-1 text-ink-2 text-sm">
              <DottedText>
                {`${displayDates(listing, today)} · ${interestText(listing, today)}`}
              </DottedText>
            </p>
            <MovingSaleLink listing={listing} isOwn className="text-sm" />
          </div>
        </div>
        <ModerationNotice listing={listing} className="px-4 pb-4" />
        <OwnSignals listing={listing} className="px-4 pb-4" />
        {mayEdit && <FarOffMinutes listing={listing} />}
      </div>
      <div className="own-listing-card-actions">
        <StatusActions
          listing={listing}
          renewFirst={endsSoon(listing, today)}
          variant="secondary"
          size="small"
        >
          {(items, isBusy) => (
            <>
              {mayEdit && (
                <LinkButton
                  as={Link}
                  to={pagePaths.edit(listing.category, listing.id)}
                  variant="quiet"
                  size="small"
                >
                  <PencilIcon size={18} />
                  Edit
                  <span className="sr-only"> {title}</span>
                </LinkButton>
              )}
              {isTakenDown(listing.status) ? (
                <DeleteListing
                  listing={listing}
                  onDeleted={onDeleted}
                  variant="quiet"
                  size="small"
                  className="text-danger"
                />
              ) : (
                <MoreActions listing={listing} onDeleted={onDeleted} isBusy={isBusy}>
                  {items}
                </MoreActions>
              )}
            </>
          )}
        </StatusActions>
      </div>
    </article>
  )
}

/** A menu with what the owner does less often. The items for the status are `children`. */
function MoreActions({
  isBusy,
  children,
  ...deleted
}: OwnListingCardProps & { isBusy: boolean; children: ReactNode }) {
  const { listing } = deleted
  const page = sharedListing(listing)
  const sharing = useShare(page)
  const deletion = useDeletion(deleted)
  const mayShare = isListed(listing.status)
  if (!mayShare && !deletion.mayDelete) return null
  return (
    <div className="ml-auto">
      <Menu label={`More actions: ${page.title}`} icon={<EllipsisIcon size={20} />} busy={isBusy}>
        {children}
        {mayShare && (
          <button type="button" onClick={sharing.share}>
            <ShareLabel title={page.title} />
          </button>
        )}
        {deletion.mayDelete && (
          <button
            type="button"
            className="text-danger"
            aria-haspopup="dialog"
            onClick={deletion.ask}
          >
            <DeleteLabel listing={listing} />
          </button>
        )}
      </Menu>
      {sharing.dialog}
      {deletion.dialog}
    </div>
  )
}

/** Says that a campus seems to be nearer or farther than the seller says. Others see the estimate instead. */
function FarOffMinutes({ listing }: Pick<OwnListingCardProps, 'listing'>) {
  const { fields }: CategoryDefinition = categoryOf(listing)
  const details: Readonly<Record<string, unknown>> = listing.details
  const sentences = Object.keys(fields)
    .filter((name) => fields[name]?.kind === 'minutes')
    .flatMap((name) => farOffSentences(details[name], details[estimateName(name)]))
  if (sentences.length === 0) return null
  return (
    <div className="px-4 pb-4">
      <Callout variant="bar">
        {sentences.join(' ')}{' '}
        <Link to={pagePaths.edit(listing.category, listing.id)} className="link">
          Check the travel times
        </Link>
      </Callout>
    </div>
  )
}

function Status({ listing, today }: Pick<OwnListingCardProps, 'listing'> & { today: string }) {
  const isUrgent = endsSoon(listing, today)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {listing.status === 'available' ? (
        <Badge>Available</Badge>
      ) : (
        <StatusBadge listing={listing} />
      )}
      <span className={isUrgent ? 'flex gap-1 font-semibold' : 'text-ink-2'}>
        {isUrgent && <ClockIcon size={16} className="mt-0.5 flex-none" />}
        <span>
          <DottedText>{statusText(listing, today)}</DottedText>
        </span>
      </span>
    </p>
  )
}

/** Returns for example "12 views in 30 days · Saved by 3 students". */
function interestText(listing: OwnListing, today: string): string {
  const { favourites = 0 } = listing
  const viewed = formatViews(listing, today)
  return favourites > 0 ? `${viewed} · Saved by ${pluralize(favourites, 'student')}` : viewed
}

function formatViews(listing: OwnListing, today: string): string {
  const { views = 0 } = listing
  if (views === 0) {
    return isJustPosted(listing, today) ? 'No views yet' : 'No views in 30 days'
  }
  return views === 1 ? '1 view in 30 days' : `${formatNumber(views)} views in 30 days`
}

/** Whether the listing was posted today or yesterday. */
function isJustPosted(listing: OwnListing, today: string): boolean {
  const day = campusIsoDate(Date.parse(listing.postedAt))
  return Date.parse(today) - Date.parse(day) <= dayMs
}
