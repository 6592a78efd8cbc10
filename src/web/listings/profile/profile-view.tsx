import type { ComponentProps } from 'react'
import { categories, categoryById } from '#categories/index.ts'
import { formatMonth, formatNumber } from '#contract/format.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Profile } from '#contract/profile.ts'
import { ConfirmedBadge } from '../../accounts/confirmed-badge.tsx'
import { hasMessages } from '../../accounts/has-messages.ts'
import { useSession } from '../../accounts/session.tsx'
import { Link } from '../../link.tsx'
import type { BlockButton } from '../../messages/block-button.tsx'
import { ReportButton } from '../../reports/report-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { ListingCard } from '../cards/listing-card.tsx'

const importBlockButton = async () => (await import('../../messages/block-button.tsx')).BlockButton

export function ProfileView({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  return (
    <div className="page-width pt-6 lg:pt-8">
      <Breadcrumb
        current={
          <span dir="auto" className="line-clamp-1">
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
        // The first button's text in line with what is above it.
        <div className="mt-3 -ml-4 flex flex-wrap print:hidden">
          <ReportButton
            thing="student"
            path={apiPaths.reportStudent(profile.id)}
            whenSent={<BlockStudent student={profile} variant="secondary" showsName />}
          />
          <BlockStudent student={profile} variant="quiet" />
        </div>
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

/** Its code is loaded for students alone, where there are messages. */
function BlockStudent(props: ComponentProps<typeof BlockButton>) {
  const { user } = useSession()
  const { Part: LoadedButton } = useLazyPart(importBlockButton, {
    isNeeded: user !== null && hasMessages(user),
  })
  return LoadedButton && <LoadedButton size="small" {...props} />
}

function ProfileHeader({ profile }: { profile: Profile }) {
  const { name, university, memberSince, confirmed, sold } = profile
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
        <p className="text-ink-2">
          {university && <span className="block">{university}</span>}
          Member since {formatMonth(memberSince)}
          {sold > 0 && ` · ${formatNumber(sold)} sold`}
        </p>
        {confirmed && <ConfirmedBadge {...confirmed} />}
      </div>
    </header>
  )
}

function Cards({ profile: { listings } }: { profile: Profile }) {
  return (
    <ul className="card-grid mt-5">
      {listings.map(({ category, listing }, index) => (
        <li key={listing.id}>
          <ListingCard
            category={categoryById[category]}
            listing={listing}
            index={index}
            titleAs="h3"
          />
        </li>
      ))}
    </ul>
  )
}

/** Others find something else to look at; the student, where to add the first. */
function NothingListed({ isOwn }: { isOwn: boolean }) {
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="Nothing listed right now"
      action={categories.map(({ id, labels }) => (
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
