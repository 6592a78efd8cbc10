import { type LoaderFunctionArgs, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { isGone } from '../listings/listing-queries.ts'
import { movingSaleQuery, type ShownMovingSale } from '../listings/moving-out/moving-sale-query.ts'
import { MovingSaleView } from '../listings/moving-out/moving-sale-view.tsx'
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
    const query = movingSaleQuery(api, id)
    const sale = await waitForData(queryClient.ensureQueryData(query), args.request)
    if (sale === null) return statusData(404)
    return sale && isGone(sale) ? statusData(410) : null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** The page of somebody who moves out, with all their things. */
export function Component() {
  const { id = '' } = useParams()
  return (
    <AwaitPage
      query={movingSaleQuery(useApi(), id)}
      loading={<Loading />}
      failed={(query) => (
        <div className="page-width py-10">
          <h1 className="sr-only">Moving out</h1>
          <LoadFailed {...query} />
        </div>
      )}
    >
      {(sale) => {
        if (!sale) return <Ended message="This page doesn't exist." />
        return isGone(sale) ? <Ended message={sale.gone} /> : <Loaded sale={sale} />
      }}
    </AwaitPage>
  )
}

function Loaded({ sale }: { sale: ShownMovingSale }) {
  const { user } = useSession()
  const { name, id } = sale.seller
  // Without a canonical path, no search engine shows the page.
  useHead({
    title: `${name} is moving out · ${campus.brand}`,
    description: `What ${name} sells and gives away on ${campus.brand}.`,
  })
  return <MovingSaleView sale={sale} isOwn={user?.id === id} />
}

function Loading() {
  useHead({ title: campus.brand, description: 'Loading…' })
  return <Spinner label="Loading…" />
}

function Ended({ message }: { message: string }) {
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
        See what others have:
      </EmptyState>
    </div>
  )
}
