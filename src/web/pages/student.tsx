import type { ComponentProps } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Profile, profileQuery } from '../listings/profile/profile-query.ts'
import { ProfileView } from '../listings/profile/profile-view.tsx'
import { BlockStudent } from '../messages/block-student.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { SiteNotFound } from '../navigation/site-not-found.tsx'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, statusData, waitForData } from '../queries/loaders.ts'
import { AwaitPage, loadFailure } from '../session/login-redirects.tsx'
import { useSession } from '../session/session.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  try {
    const query = profileQuery(api, id)
    const profile = await waitForData(queryClient.ensureQueryData(query), args.request)
    return profile === null ? statusData(404) : null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** The profile that other students see. */
export function Component() {
  const { id = '' } = useParams()
  return (
    <AwaitPage
      query={profileQuery(useApi(), id)}
      loading={<Loading />}
      failed={(query) => <Failed {...query} />}
    >
      {(profile) => (profile ? <Loaded profile={profile} /> : <NotFound />)}
    </AwaitPage>
  )
}

function Loaded({ profile }: { profile: Profile }) {
  const { name } = profile
  // Without a canonical path, no search engine shows the page.
  useHead({
    title: `${name} · ${campus.brand}`,
    description: `What ${name} has on ${campus.brand}.`,
  })
  const { user } = useSession()
  return (
    <ProfileView profile={profile} isOwn={user?.id === profile.id} BlockStudent={BlockStudent} />
  )
}

function Loading() {
  useHead({ title: campus.brand, description: 'Loading…' })
  return <Spinner label="Loading…" />
}

function Failed(props: ComponentProps<typeof LoadFailed>) {
  useHead({ title: campus.brand, description: "We couldn't load this page." })
  return (
    <div className="page-width py-10">
      <h1 className="sr-only">Student</h1>
      <LoadFailed {...props} />
    </div>
  )
}

/** Tells the reader that there is no such student. Visitors find only students with a live listing. */
function NotFound() {
  const message = 'Student not found.'
  useHead({ title: `${message} · ${campus.brand}`, description: message })
  return (
    <div role="alert" className="page-width py-10">
      <EmptyState
        illustration={<SiteNotFound />}
        title={message}
        titleAs="h1"
        action={publicCategories.map(({ id, labels }) => (
          <LinkButton key={id} as={Link} variant="secondary" to={pagePaths.browse(id)}>
            {labels.menu}
          </LinkButton>
        ))}
      >
        They have nothing listed right now, or have left. See what others have:
      </EmptyState>
    </div>
  )
}
