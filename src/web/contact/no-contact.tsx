import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { similarListingsId } from '../listings/detail/more-listings-placeholder.tsx'
import { statusMessage } from '../listings/detail/status-message.ts'
import { useSession } from '../session/session.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'

const importConversationLink = async () =>
  (await import('./conversation-link.tsx')).ConversationLink

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
