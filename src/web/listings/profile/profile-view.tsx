import type { ComponentType } from 'react'
import { publicCategories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatMonth, formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { ReportButton } from '../../reports/report-button.tsx'
import { ConfirmedBadge } from '../../session/confirmation/confirmed-badge.tsx'
import { Avatar } from '../../ui/content/avatar.tsx'
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
        // The margin aligns the text of the first button with the text above.
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
