import type { AnyCategory } from '#categories/index.ts'
import { formatCount, formatDate } from '#contract/display.ts'
import { postedAtOf } from '#contract/listing-facts.ts'
import type { OwnListing as Own } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoPhoto } from '../../ui/no-photo.tsx'
import { Photo } from '../../ui/photo.tsx'
import { Price } from '../cards/price.tsx'
import { DeleteListing } from '../delete-listing.tsx'
import { photoSource, photosOfListing } from '../listing-photos.ts'
import { shownTitle } from '../listing-words.ts'
import { ShareListing } from '../share.tsx'

const action = { look: 'quiet', size: 'small', wide: true } as const

/** A listing to its owner: what it is, and what can be done with it. */
export function OwnListing({
  category,
  listing,
  onDeleted,
}: {
  category: AnyCategory
  listing: Own
  onDeleted: () => void
}) {
  const title = shownTitle(category, listing)
  const [cover] = photosOfListing(listing)
  return (
    <article className="card">
      <div className="flex flex-1 gap-4 p-4">
        <div className="card-photo w-28 self-start rounded-control sm:w-40">
          {cover ? (
            <Photo {...photoSource(cover, title)} sizes="160px" />
          ) : (
            <NoPhoto label="No photo" />
          )}
        </div>
        <div className="min-w-0 flex-1">
          <Price category={category} listing={listing} />
          <h3 className="mt-1 font-semibold">
            <Link
              to={pagePaths.listing(category.id, listing.id)}
              className="line-clamp-3 rounded-chip hover:underline"
            >
              {title}
            </Link>
          </h3>
          <p className="mt-1 text-ink-2 text-sm">
            Posted {formatDate(postedAtOf(category, listing))}
          </p>
          <p className="text-ink-2 text-sm">{viewsText(listing.views ?? 0)}</p>
        </div>
      </div>
      <div className="grid grid-cols-3 gap-1 border-line border-t p-1.5 [&>.button]:px-1">
        <LinkButton as={Link} to={pagePaths.edit(category.id, listing.id)} {...action}>
          <Icon name="pencil" size={18} />
          Edit
          <span className="sr-only"> {title}</span>
        </LinkButton>
        <ShareListing category={category} listing={listing} {...action} />
        <DeleteListing category={category} listing={listing} onDeleted={onDeleted} {...action} />
      </div>
    </article>
  )
}

/** How often others looked at it lately. */
function viewsText(views: number): string {
  if (views === 0) return 'No views in 30 days'
  return views === 1 ? '1 view in 30 days' : `${formatCount(views)} views in 30 days`
}
