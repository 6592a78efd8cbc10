import { useRef } from 'react'
import { brand } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { minDaysBetweenMovesToTop } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { ConfirmEmailPanel } from '../accounts/confirm-email-panel.tsx'
import { useSession } from '../accounts/session.tsx'
import { SuspensionNotice } from '../accounts/suspension-notice.tsx'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { CountCard } from '../listings/dashboard/count-card.tsx'
import { OwnListingsSection } from '../listings/dashboard/own-listings-section.tsx'
import { Callout } from '../ui/callout.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoggedOutIllustration } from '../ui/illustrations/logged-out.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Spinner } from '../ui/spinner.tsx'

export { loadDashboard as loader } from './dashboard.loader.ts'

export function Component() {
  useHead({ title: `Dashboard · ${brand}`, description: 'Your own listings.' })
  const { user, isPending } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  if (isPending) return <Spinner label="Loading…" />
  if (!user) return <LoggedOut />
  return (
    <div data-eager-script className="page-width pt-8 lg:pt-12">
      <h1
        ref={heading}
        tabIndex={-1}
        className="title-1 overflow-clip leading-[1.2] outline-none [overflow-wrap:anywhere]"
      >
        Hi, <bdi>{user.firstName}</bdi>
      </h1>
      <SuspensionNotice className="mt-5 mb-7" />
      {user.confirmation === 'required' && (
        <div className="mt-5 mb-7">
          <ConfirmEmailPanel user={user} onConfirmed={() => heading.current?.focus()}>
            Then you can post listings and see how to reach sellers. Until then, have a look around.
          </ConfirmEmailPanel>
        </div>
      )}
      <p className="mt-2 text-ink-2 text-lg">
        Everything you have on the board. Your name, password and settings are on{' '}
        <Link to={pagePaths.account} className="link">
          your account page
        </Link>
        .
      </p>
      <p className="mt-1 max-w-prose text-ink-2">
        Renew a listing to keep it up longer. It also moves to the top, at most once in{' '}
        {minDaysBetweenMovesToTop} days. One with an event date ends on that day.
      </p>
      <noscript>
        <div className="mt-4">
          <Callout>
            To change the status of a listing, renew, share or delete it, please turn on JavaScript.
          </Callout>
        </div>
      </noscript>
      <div className="mt-6 flex flex-wrap gap-2.5 sm:gap-4">
        {categories.map((category) => (
          <CountCard key={category.id} category={category} userId={user.id} />
        ))}
      </div>
      {categories.map((category) => (
        <OwnListingsSection key={category.id} category={category} userId={user.id} />
      ))}
    </div>
  )
}

function LoggedOut() {
  return (
    <div className="page-width py-18">
      <EmptyState
        illustration={<LoggedOutIllustration />}
        title="You are not currently logged in."
        titleAs="h1"
        action={
          <>
            <LinkButton as={Link} to={pagePaths.login(pagePaths.dashboard)}>
              Log in
            </LinkButton>
            <LinkButton as={Link} to={pagePaths.register} variant="secondary">
              Sign Up
            </LinkButton>
          </>
        }
      >
        Log in to see and manage your listings.
      </EmptyState>
    </div>
  )
}
