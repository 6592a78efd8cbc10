import { PencilIcon } from 'lucide-react'
import type { AnyCategory } from '#categories/index.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { listingPostedAt } from '#contract/listing-fields.ts'
import type { OwnListing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoPhoto } from '../../ui/no-photo.tsx'
import { Photo } from '../../ui/photo.tsx'
import { Price } from '../cards/price.tsx'
import { DeleteListing } from '../delete-listing.tsx'
import { displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import { ShareListing } from '../share-listing.tsx'

const actionStyle = { variant: 'quiet', size: 'small', fullWidth: true } as const

export function OwnListingCard({
  category,
  listing,
  onDeleted,
}: {
  category: AnyCategory
  listing: OwnListing
  onDeleted: () => void
}) {
  const title = displayTitle(category, listing)
  const [cover] = inDisplayOrder(listing.photo_info)
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-card">
      <div className="flex flex-1 gap-4 p-4">
        <div className="aspect-4/3 w-28 flex-none self-start overflow-hidden rounded-control bg-soft sm:w-40">
          {cover ? (
            <Photo {...toPhotoSource(cover, title)} sizes="160px" />
          ) : (
            <NoPhoto label="No photo" />
          )}
        </div>
        <div className="min-w-0 flex-1">
          <Price category={category} listing={listing} />
          <h3 className="mt-1 font-semibold">
            <Link
              dir="auto"
              to={pagePaths.listing(category.id, listing.id)}
              className="line-clamp-3 hyphens-auto rounded-chip hover:underline"
            >
              {title}
            </Link>
          </h3>
          <p className="mt-1 text-ink-2 text-sm">
            Posted {formatDate(listingPostedAt(category, listing))}
          </p>
          <p className="text-ink-2 text-sm">{formatViews(listing.views ?? 0)}</p>
        </div>
      </div>
      <div className="grid grid-cols-[auto_auto_auto] gap-1 border-line border-t p-1.5 [&>:is(a,button)]:px-1">
        <LinkButton as={Link} to={pagePaths.edit(category.id, listing.id)} {...actionStyle}>
          <PencilIcon size={18} />
          Edit
          <span className="sr-only"> {title}</span>
        </LinkButton>
        <ShareListing category={category} listing={listing} {...actionStyle} />
        <DeleteListing
          category={category}
          listing={listing}
          onDeleted={onDeleted}
          {...actionStyle}
        />
      </div>
    </article>
  )
}

function formatViews(views: number): string {
  if (views === 0) return 'No views in 30 days'
  return views === 1 ? '1 view in 30 days' : `${formatNumber(views)} views in 30 days`
}
