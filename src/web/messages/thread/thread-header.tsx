import { ArrowLeftIcon, BanIcon, CircleAlertIcon, EllipsisIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { shownTitle } from '#contract/shown-title.ts'
import { StatusBadge } from '../../listings/cards/card-parts.tsx'
import { Price } from '../../listings/cards/price.tsx'
import { SubletNeedsLink } from '../../listings/sublets/sublet-needs.tsx'
import { isBackState } from '../../navigation/back-state.ts'
import { Link } from '../../navigation/link.tsx'
import { useGoBack } from '../../navigation/use-go-back.ts'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { BlockDialog, useBlock } from '../blocking.tsx'
import type { Thread } from '../message-queries.ts'
import { ThreadPhoto } from '../thread-photo.tsx'
import './thread-header.css'

/** Shows the other student and the listing. */
export function ThreadHeader({ thread }: { thread: Thread }) {
  const { other, listing } = thread
  return (
    <header className="thread-header">
      <BackToList />
      <div className="thread-header-person">
        <Avatar name={other.name} />
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
        <div dir="auto" className="thread-header-title">
          <span className="thread-header-photo">
            <ThreadPhoto thread={thread} />
          </span>
          {listing ? (
            <Link className="link" to={pagePaths.listing(listing.category, listing.id)}>
              {shownTitle(thread)}
            </Link>
          ) : (
            shownTitle(thread)
          )}
        </div>
        <div className="thread-header-listing">
          {listing ? (
            <>
              {/* On phones, there is no room for the unit. */}
              <Price listing={listing} className="text-base" besideClass="max-md:hidden" />
              <StatusBadge listing={listing} />
            </>
          ) : (
            <Badge>Unavailable</Badge>
          )}
        </div>
        {listing && (
          <div className="thread-header-needs">
            <SubletNeedsLink listing={listing} />
          </div>
        )}
      </div>
      <div className="thread-header-menu">
        <ThreadMenu thread={thread} />
      </div>
    </header>
  )
}

/** A menu with Report and Block. It is not shown for a deleted account. */
function ThreadMenu({ thread }: { thread: Thread }) {
  const { other, state } = thread
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const close = () => setDialog(undefined)
  const { mutate: setBlocked } = useBlock(other)
  if (other.id === null) return null
  return (
    <>
      <Menu label="More" icon={<EllipsisIcon size={20} />}>
        <button type="button" onClick={() => setDialog('report')}>
          <CircleAlertIcon size={18} />
          Report
        </button>
        {state === 'blocked' ? (
          <button type="button" onClick={() => setBlocked(false)}>
            <BanIcon size={18} />
            Unblock
          </button>
        ) : (
          <button type="button" onClick={() => setDialog('block')}>
            <BanIcon size={18} />
            Block
          </button>
        )}
      </Menu>
      <LazyReportDialog
        thing="conversation"
        path={apiPaths.reportThread(thread.id)}
        open={dialog === 'report'}
        onClose={close}
      />
      <BlockDialog student={other} open={dialog === 'block'} onClose={close} />
    </>
  )
}

/** A link from a thread to the list, where the list is not beside the thread. */
export function BackToList() {
  const { state } = useLocation()
  const isFromList = isBackState(state) && state.listUrl === pagePaths.messages
  return (
    <LinkButton
      as={Link}
      variant="quiet"
      size="icon"
      to={pagePaths.messages}
      onClick={useGoBack(isFromList ? state.steps : undefined)}
      aria-label="All messages"
      className="panes:hidden"
    >
      <ArrowLeftIcon size={20} />
    </LinkButton>
  )
}
