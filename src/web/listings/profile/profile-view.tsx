import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { publicCategories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatMonth, formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { ReportButton } from '../../reports/report-button.tsx'
import { ConfirmedBadge } from '../../session/confirmation/confirmed-badge.tsx'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { Breadcrumb } from '../../ui/content/breadcrumb.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import type { ButtonStyleProps } from '../../ui/controls/button-class.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import type { Profile } from './profile-query.ts'

export function ProfileView({
  profile,
  isOwn,
  BlockStudent,
}: {
  profile: Profile
  isOwn: boolean
  /** The button that blocks the student. It is a slot, because the button belongs to the messages. */
  BlockStudent: ComponentType<
    { student: Profile; showsName?: boolean } & Pick<ButtonStyleProps, 'variant'>
  >
}) {
  return (
    <div className="page-width pt-6 lg:pt-8">
      <Breadcrumb
        current={
          <span dir="auto" className="truncate">
            {profile.name}
          </span>
        }
      >
        <Link to="/" className="link">
          Home
        </Link>
      </Breadcrumb>
      <ProfileHeader profile={profile} />
      {!isOwn && (
        <MoreActions>
          <ReportButton
            thing="student"
            path={apiPaths.reportStudent(profile.id)}
            whenSent={<BlockStudent student={profile} variant="secondary" showsName />}
          />
          <BlockStudent student={profile} variant="quiet" />
        </MoreActions>
      )}
      <section aria-labelledby="listings" className="mt-6 lg:mt-8">
        <h2 id="listings" className="title-3">
          Listings
        </h2>
        {profile.listings.length > 0 ? (
          <Cards profile={profile} />
        ) : (
          <NothingListed isOwn={isOwn} />
        )}
      </section>
    </div>
  )
}

/**
 * What few readers need, folded away. It is open for a reader who comes back from the login to report: the dialog is
 * part of it. Dialogs stay open in it, which they would not in a popover.
 */
function MoreActions({ children }: { children: ReactNode }) {
  const isBack = useLocation().hash === '#report'
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isBack && fold.current) fold.current.open = true
  }, [isBack])
  return (
    <details ref={fold} className="mt-3 print:hidden">
      <summary className="cursor-pointer rounded-chip py-2.5 text-ink-2 text-sm">
        Report or block
      </summary>
      <div className="flex flex-wrap">{children}</div>
    </details>
  )
}

function ProfileHeader({ profile }: { profile: Profile }) {
  const { name, university, memberSince, confirmed, sold } = profile
  const facts = [
    university ?? [],
    sold > 0 ? `${formatNumber(sold)} sold` : [],
    `Member since ${formatMonth(memberSince)}`,
  ].flat()
  return (
    <header className="mt-4 flex flex-wrap items-start gap-4">
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1 basis-32 gap-2">
        <h1
          dir="auto"
          className="title-1 overflow-clip leading-[1.2] [overflow-wrap:anywhere] max-sm:text-3xl"
        >
          {name}
        </h1>
        <ul aria-label="Why to trust this student" className="flex flex-wrap gap-2">
          {confirmed && (
            <li>
              <ConfirmedBadge {...confirmed} />
            </li>
          )}
          {facts.map((fact) => (
            <li key={fact}>
              <Badge className="whitespace-normal">{fact}</Badge>
            </li>
          ))}
        </ul>
      </div>
    </header>
  )
}

function Cards({ profile: { listings } }: { profile: Profile }) {
  return (
    <ul className="card-grid mt-5">
      {listings.map((listing, index) => (
        <li key={listing.id}>
          <ListingCard listing={listing} index={index} titleAs="h3" />
        </li>
      ))}
    </ul>
  )
}

/** Links other readers to each category, and the student to the forms for a new listing. */
function NothingListed({ isOwn }: { isOwn: boolean }) {
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="Nothing listed right now"
      action={publicCategories.map(({ id, labels }) => (
        <LinkButton
          key={id}
          as={Link}
          variant="secondary"
          to={isOwn ? pagePaths.create(id) : pagePaths.browse(id)}
        >
          {labels.menu}
        </LinkButton>
      ))}
    >
      {isOwn
        ? 'Add a listing and others will find it here.'
        : 'See what other students have listed.'}
    </EmptyState>
  )
}
