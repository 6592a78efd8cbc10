import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import type { RenewLink } from '#contract/renew-link.ts'
import { lastCampusDay } from '#format/campus-date.ts'
import { formatShortDate } from '#format/format.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { toPhotoSource } from '../listings/listing-photos.ts'
import { loadMailLink, MailLinkPage, renewLinkQuery } from '../mail-links/mail-link.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useToday } from '../queries/use-today.ts'
import { Photo } from '../ui/content/photo.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

export const loader = loadMailLink(renewLinkQuery)

/** The page of the link in a reminder. */
export function Component() {
  useHead({
    title: `Renew your listing · ${campus.brand}`,
    description: `Renew a ${campus.brand} listing.`,
  })
  const [searchParams] = useSearchParams()
  return (
    <MailLinkPage query={renewLinkQuery} deadEnd={(problem) => <NotRenewable problem={problem} />}>
      {(link, token) =>
        link.renews_until === null ? (
          <Renewed link={link} isNew={searchParams.has('renewed')} />
        ) : (
          <Renewable link={link} token={token} until={link.renews_until} />
        )
      }
    </MailLinkPage>
  )
}

function Renewable({ link, token, until }: { link: RenewLink; token: string; until: string }) {
  const formatEnd = useFormatEnd()
  const verb = isListed(link.status) ? 'Ends' : 'Ended'
  return (
    <EntranceLayout
      title="Keep it listed?"
      lead={`Renew it to keep it up until ${formatEnd(until)}.`}
    >
      <ListingSummary link={link}>{`${verb} ${formatEnd(link.ends_at)}`}</ListingSummary>
      <form method="post" action="/renew" className="mt-6 grid gap-3">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" fullWidth>
          Renew
        </Button>
        <LinkButton as={Link} to={pagePaths.dashboard} variant="secondary" fullWidth>
          Open your dashboard
        </LinkButton>
      </form>
    </EntranceLayout>
  )
}

function Renewed({ link, isNew }: { link: RenewLink; isNew: boolean }) {
  const formatEnd = useFormatEnd()
  const end = formatEnd(link.ends_at)
  return (
    <EntranceLayout title={isNew ? `Renewed until ${end}` : `Already renewed until ${end}`}>
      <ListingSummary link={link}>{`Ends ${end}`}</ListingSummary>
      <LinkButton
        as={Link}
        to={pagePaths.listing(link.category, link.id)}
        fullWidth
        className="mt-6"
      >
        See your listing
      </LinkButton>
      <LinkButton as={Link} to={pagePaths.dashboard} variant="secondary" fullWidth className="mt-3">
        Open your dashboard
      </LinkButton>
    </EntranceLayout>
  )
}

function NotRenewable({ problem }: { problem: string }) {
  return (
    <EntranceLayout title="Not renewed" lead={problem}>
      <LinkButton as={Link} to={pagePaths.dashboard} fullWidth className="mt-6">
        Open your dashboard
      </LinkButton>
    </EntranceLayout>
  )
}

function ListingSummary({ link, children }: { link: RenewLink; children: ReactNode }) {
  const { title, photo } = link
  return (
    <div className="mt-6 flex items-center gap-4">
      {photo && (
        <div className="aspect-4/3 w-28 shrink-0 overflow-hidden rounded-control">
          <Photo {...toPhotoSource(photo, `Photo of ${title}`)} sizes="112px" priority />
        </div>
      )}
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-3 break-words font-bold">
          {title}
        </p>
        <p className="mt-1 text-ink-2">{children}</p>
      </div>
    </div>
  )
}

/** Formats an end as "Jan 4". An end at midnight belongs to the day before. */
function useFormatEnd() {
  const today = useToday()
  return (time: string) => formatShortDate(lastCampusDay(Date.parse(time)), today)
}
