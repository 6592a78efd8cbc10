import { Link } from 'react-router'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../accounts/session.ts'
import { useHead } from '../head.ts'
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
    <div className="page-width py-12">
      <h1 className="title-1">Hi, {user.firstName}</h1>
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
          <LinkButton as={Link} to={pagePaths.login(pagePaths.dashboard)}>
            Log in
          </LinkButton>
        }
      >
        Log in to see and manage your listings.
      </EmptyState>
    </div>
  )
}

export const page: PageDefinition = { Page: Dashboard }
