import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { threadsQuery } from '../messages/message-queries.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** To what the reader and the seller have written about a listing that is sold, if it is among the newest conversations. */
export function ConversationLink({
  category,
  listing,
}: {
  category: AnyCategory
  listing: Listing
}) {
  const { data } = useInfiniteQuery(threadsQuery(useApi()))
  const thread = data?.pages
    .flatMap(({ results }) => results)
    .find((each) => each.category === category.id && each.listing_id === listing.id)
  if (!thread) return null
  return (
    <LinkButton
      as={Link}
      to={pagePaths.thread(thread.id)}
      variant="secondary"
      fullWidth
      className="print:hidden"
    >
      Open your conversation
    </LinkButton>
  )
}
