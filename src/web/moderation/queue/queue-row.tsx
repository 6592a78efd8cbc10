import { UserIcon } from 'lucide-react'
import { categoryById } from '#categories/index.ts'
import { pluralize } from '#contract/format.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { QueueItem } from '#contract/moderation.ts'
import { reportReasonLabels } from '#contract/report-reasons.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import './queue-row.css'
import { waitingText } from './queue-text.ts'

/** A case of the queue; its link covers all of it. */
export function QueueRow({ item, path }: { item: QueueItem; path: string }) {
  const { student, listing, reasons, hasAppeal, hasSignalAnswer } = item
  const kind = listing ? categoryById[listing.category].labels.menu : 'Student'
  return (
    <article className="queue-row">
      <div className="queue-row-photo">
        <QueuePhoto item={item} />
      </div>
      <div className="queue-row-body">
        <div className="min-w-0">
          <h2 dir="auto" className="line-clamp-2 font-semibold leading-snug">
            <Link to={path} className="queue-row-link">
              {listing ? listing.title.trim() || 'Untitled listing' : student.name}
            </Link>
          </h2>
          <p dir="auto" className="text-ink-2 text-sm">
            <DottedText>{listing ? `${kind} · ${student.name}` : kind}</DottedText>
          </p>
        </div>
        <Waiting item={item} />
        <ul aria-label="Why" className="queue-row-reasons">
          {hasAppeal && <Tag variant="gold">Appeal</Tag>}
          {listing && isTakenDown(listing.status) && (
            <Tag variant="ink">{listing.status === 'hidden' ? 'Hidden' : 'Removed'}</Tag>
          )}
          {reasons.map((reason) => (
            <Tag key={reason} variant="soft">
              {reportReasonLabels[reason]}
            </Tag>
          ))}
          {hasSignalAnswer && <Tag variant="soft">Disputed signal</Tag>}
        </ul>
      </div>
    </article>
  )
}

function QueuePhoto({ item: { listing } }: { item: QueueItem }) {
  if (!listing) return <UserIcon size={32} className="text-ink-2" aria-hidden="true" />
  if (!listing.photo) return <NoPhoto label="No image" />
  return <Photo src={listing.photo} width={320} height={240} alt="" />
}

/** For how long, and how much was reported. */
function Waiting({ item: { waitingSince, reports, weight } }: { item: QueueItem }) {
  const today = useToday()
  return (
    <p className="queue-row-waiting">
      <span className="block">
        <time dateTime={waitingSince}>{waitingText(waitingSince, today)}</time>
      </span>
      {reports > 0 && (
        <span className="block">
          {pluralize(reports, 'report')}
          {weight > 0 && `, weight ${weight}`}
        </span>
      )}
    </p>
  )
}

function Tag({ variant, children }: { variant: 'gold' | 'ink' | 'soft'; children: string }) {
  return (
    <li>
      <Badge variant={variant}>{children}</Badge>
    </li>
  )
}
