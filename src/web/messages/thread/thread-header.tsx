import { categoryById } from '#categories/index.ts'
import type { Thread } from '#contract/messages.ts'
import { pagePaths } from '#contract/paths.ts'
import { shownTitle } from '#contract/shown-title.ts'
import { Price } from '../../listings/cards/price.tsx'
import { StatusBadge } from '../../listings/cards/status-badge.tsx'
import { StatusActions } from '../../listings/dashboard/status-actions.tsx'
import { Link } from '../../navigation/link.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { ThreadPhoto } from '../thread-photo.tsx'
import { useMessagesChanged } from '../use-messages-changed.ts'
import { BackToList } from './back-to-list.tsx'
import { ThreadMenu } from './thread-menu.tsx'
import './thread-header.css'

/** With whom and about what; the seller can change the listing's status. */
export function ThreadHeader({ thread }: { thread: Thread }) {
  const { other, category: categoryId, listing, role } = thread
  const category = categoryById[categoryId]
  const messagesChanged = useMessagesChanged()
  return (
    <header className="thread-header">
      <BackToList />
      <div className="thread-header-photo">
        <ThreadPhoto thread={thread} />
      </div>
      <div className="thread-header-text">
        <h1 className="title-4 thread-header-name">
          {other.id === null ? (
            other.name
          ) : (
            <Link dir="auto" to={pagePaths.student(other.id)}>
              {other.name}
            </Link>
          )}
        </h1>
        <p dir="auto" className="thread-header-title">
          {listing ? (
            <Link className="link" to={pagePaths.listing(categoryId, listing.id)}>
              {shownTitle(thread)}
            </Link>
          ) : (
            shownTitle(thread)
          )}
        </p>
        <div className="thread-header-listing">
          {listing ? (
            <>
              <Price category={category} listing={listing} className="text-base" />
              <StatusBadge category={category} listing={listing} />
            </>
          ) : (
            <Badge>Unavailable</Badge>
          )}
        </div>
      </div>
      <div className="thread-header-menu">
        <ThreadMenu thread={thread} />
      </div>
      {listing && role === 'seller' && (
        <div className="thread-header-actions">
          <StatusActions
            category={category}
            listing={listing}
            size="small"
            variant="secondary"
            withRenew={false}
            onChanged={messagesChanged}
          />
        </div>
      )}
    </header>
  )
}
