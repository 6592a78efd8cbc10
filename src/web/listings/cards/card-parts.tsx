import type { ReactNode } from 'react'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { statusLabel, wantedLabel } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { isUploadedPhoto } from '#contract/photos.ts'
import { toBackState } from '../../navigation/back-state.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { CardTitle, type CardTitleLevel } from '../../ui/content/card.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { buttonClass } from '../../ui/controls/button-class.ts'
import { displayAge, displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'

/** The first line of a card: the price, and a badge that stays beside it when the price wraps. */
export function CardHead({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-2 text-sm leading-snug [&>p]:min-w-0 [&>span]:flex-none">
      {children}
    </div>
  )
}

export function CardDescription({
  isLine = false,
  children,
}: {
  /** Whether it is cut to one line, on a card with many facts. */
  isLine?: boolean
  children: ReactNode
}) {
  return (
    <p
      dir="auto"
      className={classNames(
        'line-clamp-1 text-ink-2 text-sm leading-snug',
        !isLine && 'sm:line-clamp-2',
      )}
    >
      {children}
    </p>
  )
}

/** One line of text that a user wrote, for example a place. */
export function CardLine({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <p dir="auto" className="line-clamp-1 text-sm leading-snug">
      {children}
    </p>
  )
}

/** Facts to compare, each in a few words, with dots between those on one line. Blank facts are left out. */
export function CardFacts({
  facts,
  className = '',
}: {
  facts: readonly (string | number | false | null | undefined)[]
  className?: string
}) {
  const shown = facts.flatMap((fact) => fact || [])
  if (shown.length === 0) return null
  return (
    <p dir="auto" className={`card-facts fine-print leading-snug ${className}`}>
      {shown.map((fact) => (
        // A line can break between facts, but not at the hyphen of "4-bedroom".
        <span key={fact}>{String(fact).replace(/(?<=\d)-/g, '\u2011')}</span>
      ))}
    </p>
  )
}

/** How old the listing is, and how many photos it has. It stands below the photo, so that it covers nothing. */
export function CardAge({ listing }: { listing: Listing }) {
  const photoCount = listing.photos.filter(isUploadedPhoto).length
  const age = displayAge(listing, useToday())
  return (
    <p className="fine-print text-ink-2 leading-snug">
      {photoCount > 1 ? `${age}\u00a0· ${photoCount} photos` : age}
    </p>
  )
}

/** This only looks like a button: the link of the title covers the card and says where it leads. */
export function ViewDetails() {
  const style = { variant: 'secondary', size: 'small', fullWidth: true } as const
  return (
    <span aria-hidden="true" className="mt-auto pt-1.5">
      <span className={buttonClass(style, 'min-h-9 py-1 text-sm')}>View Details</span>
    </span>
  )
}

/** Whether the cards and the page of the listing have a place for photos. */
export const mayHavePhotos = (listing: Listing) => categoryOf(listing).photos !== 'none'

/** The cover photo, with the status on it. */
export function CardPhoto({
  listing,
  sizes,
  priority = false,
}: {
  listing: Listing
  sizes: string
  priority?: boolean
}) {
  const [cover] = inDisplayOrder(listing.photos)
  return (
    <>
      {cover ? (
        <Photo {...toPhotoSource(cover, '')} sizes={sizes} priority={priority} />
      ) : (
        <NoPhoto label="No image" />
      )}
      <StatusBadge listing={listing} className="absolute top-3 left-3 mr-3 whitespace-normal" />
    </>
  )
}

/** The title of a card. Its link tells the listing's page where to lead back to. */
export function TitleLink({
  listing,
  titleAs,
}: {
  listing: Listing
  titleAs?: CardTitleLevel | undefined
}) {
  return (
    <CardTitle
      as={Link}
      to={pagePaths.listing(listing.category, listing.id)}
      state={toBackState}
      titleAs={titleAs}
    >
      {displayTitle(listing)}
    </CardTitle>
  )
}

/** Shows the status of a listing that is not available. */
export function StatusBadge({ listing, className }: { listing: Listing; className?: string }) {
  const { status } = listing
  if (status === 'available') return null
  return (
    <Badge variant={status === 'pending' ? 'gold' : 'ink'} {...(className && { className })}>
      {statusLabel(listing)}
    </Badge>
  )
}

/** Shows that a listing is looking for a thing, not offering it. */
export function WantedBadge({ listing }: { listing: Listing }) {
  const label = wantedLabel(listing)
  return label && <Badge variant="sun">{label}</Badge>
}
