import { useQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useApi } from '../../api.ts'
import { Link } from '../../link.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { similarQuery } from '../listing-queries.ts'
import { similarListingsId } from './similar-listings.tsx'
import { statusMessage } from './status-message.ts'

/** In place of the contact of a listing that is not listed any more. */
export function NoContact({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { data } = useQuery(similarQuery(useApi(), category, listing.id))
  return (
    <>
      <p>{statusMessage(category, listing)}</p>
      {data?.results.length ? (
        <LinkButton href={`#${similarListingsId}`} fullWidth className="print:hidden">
          See similar listings
        </LinkButton>
      ) : (
        <LinkButton as={Link} to={pagePaths.browse(category.id)} fullWidth className="print:hidden">
          See all {category.labels.plural}
        </LinkButton>
      )}
    </>
  )
}
