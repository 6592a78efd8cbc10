import { UserIcon } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { categoryById } from '#categories/index.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { QueueItem } from '#contract/moderation.ts'
import { reportReasonLabels } from '#contract/report-reasons.ts'
import { campusIsoDate, dayMs } from '#format/campus-date.ts'
import { formatClock, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { wrapIndex } from '../../ui/content/wrap-index.ts'
import { claimText } from '../case/claim-bar.tsx'
import { casePath } from './queue-navigation.ts'
import './queue-row.css'

export interface QueueListHandle {
  /** Moves the focus to the link of the next or previous case. */
  move: (steps: 1 | -1) => void
}

export function QueueList({
  items,
  filters,
  ref,
}: {
  items: readonly QueueItem[]
  filters: URLSearchParams
  ref: Ref<QueueListHandle>
}) {
  const list = useRef<HTMLUListElement>(null)
  useImperativeHandle(ref, () => ({
    move: (steps) => {
      const links = [...(list.current?.querySelectorAll('a') ?? [])]
      const focused = links.findIndex((link) => link.matches(':focus'))
      // At first no link has the focus. The next one is then the first link, and the previous one is the last.
      const start = focused === -1 && steps === -1 ? 0 : focused
      const link = links[wrapIndex(start + steps, links.length)]
      link?.focus()
      link?.closest('li')?.scrollIntoView({ block: 'nearest' })
    },
  }))
  return (
    <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {items.map((item) => {
        const path = casePath(item, filters)
        return (
          <li key={path} className="scroll-mt-6">
            <QueueRow item={item} path={path} />
          </li>
        )
      })}
    </ul>
  )
}

/** A case in the queue. Its link covers the whole row. */
function QueueRow({ item, path }: { item: QueueItem; path: string }) {
  const { student, listing, reasons, hasAppeal, hasSignalAnswer, claim, cluster } = item
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
          {cluster && <Tag variant="soft">{`Group of ${cluster.size}`}</Tag>}
          {claim && <Tag variant="ink">{claimText(claim)}</Tag>}
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

/** Says how long the case has waited, and how many reports it has. */
function Waiting({ item: { waitingSince, reports } }: { item: QueueItem }) {
  const today = useToday()
  return (
    <p className="queue-row-waiting">
      <span className="block">
        <time dateTime={waitingSince}>{waitingText(waitingSince, today)}</time>
      </span>
      {reports > 0 && <span className="block">{pluralize(reports, 'report')}</span>}
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

/** Returns for example "Waiting since 5:15 am" today and "Waiting 3 days" later, counted in campus days. */
export function waitingText(since: string, today: string): string {
  const days = (Date.parse(today) - Date.parse(campusIsoDate(Date.parse(since)))) / dayMs
  if (days > 0) return `Waiting ${pluralize(days, 'day')}`
  return `Waiting since ${formatClock(since)}`
}
