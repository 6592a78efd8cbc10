import { brand } from '#campus.ts'
import { categories } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { sessionKey, useSession } from '../accounts/session.ts'
import { useHead } from '../head.ts'
import { AccountSection } from '../listings/dashboard/account-section.tsx'
import { CountCard } from '../listings/dashboard/count-card.tsx'
import { ListingSection } from '../listings/dashboard/listing-section.tsx'
import { ownListingsQuery } from '../listings/dashboard/own-listings.ts'
import { Link } from '../navigation/link.tsx'
import type { PageDefinition } from '../page.ts'
import { SignedOutDrawing } from '../ui/drawings/signed-out.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Spinner } from '../ui/spinner.tsx'

function Dashboard() {
  useHead({ title: `Dashboard · ${brand}`, description: 'Your own listings.' })
  const { user, isPending } = useSession()
  if (isPending) return <Spinner label="Loading…" />
  if (!user) return <SignedOut />
  return (
    <div className="page-width pt-8 lg:pt-12">
      <h1 className="title-1 [overflow-wrap:anywhere]">Hi, {user.firstName}</h1>
      <p className="mt-2 text-ink-2 text-lg">Everything you have on the board.</p>
      <div className="mt-6 flex gap-2.5 sm:gap-4">
        {categories.map((category) => (
          <CountCard key={category.id} category={category} userId={user.id} />
        ))}
      </div>
      {categories.map((category) => (
        <ListingSection key={category.id} category={category} userId={user.id} />
      ))}
      <AccountSection user={user} />
    </div>
  )
}

function SignedOut() {
  return (
    <div className="page-width py-18">
      <EmptyState
        drawing={<SignedOutDrawing />}
        title="You are not currently logged in."
        titleAs="h1"
        action={
          <>
            <LinkButton as={Link} to={pagePaths.login(pagePaths.dashboard)}>
              Log in
            </LinkButton>
            <LinkButton as={Link} to={pagePaths.register} look="secondary">
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

export const page: PageDefinition = {
  Page: Dashboard,
  prefetch: async ({ api, queries }) => {
    const user = queries.getData<SessionUser | null>(sessionKey)
    if (!user) return
    // What fails here is tried again in the browser, in its own section.
    await Promise.all(
      categories.map((category) => queries.prefetch(ownListingsQuery(api, category, user.id))),
    )
  },
}
