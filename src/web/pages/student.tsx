import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Profile } from '#contract/profile.ts'
import { useSession } from '../accounts/session.tsx'
import { hasStatus, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { profileQuery } from '../listings/profile/profile-query.ts'
import { ProfileView } from '../listings/profile/profile-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NotFoundIllustration } from '../ui/illustrations/not-found.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Spinner } from '../ui/spinner.tsx'

export { loadStudent as loader } from './student.loader.ts'

/** What others see of a student. */
export function Component() {
  const { pathname } = useLocation()
  const { id = '' } = useParams()
  const { data: profile, error } = useQuery(profileQuery(useApi(), id))
  if (profile) return <Loaded profile={profile} />
  if (profile === null) return <Unavailable message="Student not found." />
  if (hasStatus(error, 401)) return <Navigate to={pagePaths.login(pathname)} replace />
  return error ? <Unavailable message="This page could not be loaded." /> : <Loading />
}

function Loaded({ profile }: { profile: Profile }) {
  const { name } = profile
  // Without a canonical path: no search engine shows it.
  useHead({ title: `${name} · ${brand}`, description: `What ${name} has on ${brand}.` })
  const { user } = useSession()
  return <ProfileView profile={profile} isOwn={user?.id === profile.id} />
}

function Loading() {
  useHead({ title: brand, description: 'Loading…' })
  return <Spinner label="Loading…" />
}

function Unavailable({ message }: { message: string }) {
  useHead({ title: `${message} · ${brand}`, description: message })
  return (
    <div role="alert" className="page-width py-10">
      <EmptyState
        illustration={<NotFoundIllustration />}
        title={message}
        titleAs="h1"
        action={categories.map(({ id, labels }) => (
          <LinkButton key={id} as={Link} variant="secondary" to={pagePaths.browse(id)}>
            {labels.menu}
          </LinkButton>
        ))}
      />
    </div>
  )
}
