import type { OwnListing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { moderationText } from './moderation-text.ts'

interface ModerationNoticeProps {
  listing: Pick<OwnListing, 'status' | 'moderation'>
  className: string
}

/** For the owner of a listing that is hidden or removed, or that a moderator wants edited. */
export function ModerationNotice({ listing, className }: ModerationNoticeProps) {
  const text = moderationText(listing, useToday())
  if (!text) return null
  return (
    <div className={className}>
      <Callout>
        <p className="font-semibold">{text.what}</p>
        {text.note && (
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
            The moderator wrote: “<bdi>{text.note}</bdi>”
          </p>
        )}
        <p className="mt-1">
          {`${text.next} `}
          <Link to={pagePaths.rules} className="link">
            Read the rules
          </Link>
        </p>
      </Callout>
    </div>
  )
}
