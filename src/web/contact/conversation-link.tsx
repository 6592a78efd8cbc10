import { useInfiniteQuery } from '@tanstack/react-query'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { threadsQuery } from '../messages/message-queries.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** A link to the reader's conversation about a sold listing, if it is among their newest conversations. */
export function ConversationLink({ listing }: { listing: Listing }) {
  const { data } = useInfiniteQuery(threadsQuery(useApi()))
  const thread = data?.pages
    .flatMap(({ results }) => results)
    .find((each) => each.category === listing.category && each.listing_id === listing.id)
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
