import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { useSession } from '../../accounts/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { similarListingsId } from './more-listings-placeholder.tsx'
import { statusMessage } from './status-message.ts'

const importConversationLink = async () =>
  (await import('../contact/conversation-link.tsx')).ConversationLink

/** In place of the contact of a listing that is not listed any more: what else there is, for all but its owner. */
export function NoContact({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { user } = useSession()
  const { Part: ConversationLink } = useLazyPart(importConversationLink, {
    isNeeded: user !== null && user.id !== listing.seller.id,
  })
  return (
    <>
      <p>{statusMessage(category, listing)}</p>
      {user?.id !== listing.seller.id && (
        <LinkButton href={`#${similarListingsId}`} fullWidth className="print:hidden">
          See similar listings
        </LinkButton>
      )}
      {ConversationLink && <ConversationLink category={category} listing={listing} />}
    </>
  )
}
