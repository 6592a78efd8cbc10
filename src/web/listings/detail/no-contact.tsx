import { useQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../../accounts/session.tsx'
import { useApi } from '../../api.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useLazyComponent } from '../../ui/use-lazy-component.ts'
import { similarQuery } from '../listing-queries.ts'
import { similarListingsId } from './similar-listings.tsx'
import { statusMessage } from './status-message.ts'

const importConversationLink = async () =>
  (await import('../contact/conversation-link.tsx')).ConversationLink

/** In place of the contact of a listing that is not listed any more: what else there is, for all but its owner. */
export function NoContact({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { user } = useSession()
  const { data: similar } = useQuery(similarQuery(useApi(), category, listing.id))
  const ConversationLink = useLazyComponent(importConversationLink, {
    isNeeded: user !== null && user.id !== listing.seller.id,
  })
  const hasSimilar = similar !== undefined && similar.length > 0
  return (
    <>
      <p>{statusMessage(category, listing)}</p>
      {user?.id !== listing.seller.id && (
        <LinkButton
          href={hasSimilar ? `#${similarListingsId}` : pagePaths.browse(category.id)}
          fullWidth
          className="print:hidden"
        >
          {hasSimilar ? 'See similar listings' : `See all ${category.labels.plural}`}
        </LinkButton>
      )}
      {ConversationLink && <ConversationLink category={category} listing={listing} />}
    </>
  )
}
