import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { campus } from '#campus/campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../../navigation/head.ts'
import { Link } from '../../navigation/link.tsx'
import { SiteNotFound } from '../../navigation/site-not-found.tsx'
import { useApi } from '../../queries/api.ts'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { displayTitle } from '../listing-display.ts'
import { toPhotoSource } from '../listing-photos.ts'
import { type GoneListing, similarQuery } from '../listing-queries.ts'

/** The page of a listing that does not exist or could not be loaded. */
export function ListingUnavailable(props: { category: AnyCategory; message: string }) {
  const isNotFound = props.message === props.category.messages.notFound
  return (
    <div role="alert" className="page-width py-10">
      <NoListing {...props}>
        {isNotFound && 'It may have been deleted, or the link may be incomplete.'}
      </NoListing>
    </div>
  )
}

const importSimilar = async () => ({
  default: (await import('./more-listings-rows.tsx')).SimilarListings,
})

/** Loads the code of similar listings. If that fails, the HTML from the server stays, and its links work. */
const loadSimilar = () => loadCode(importSimilar).catch(() => new Promise<never>(() => undefined))

/**
 * The similar listings. The server renders them. Their code is in a chunk of its own, not in that of every listing's page,
 * and hydrates them once it has loaded.
 */
const Similar = import.meta.env.SSR ? (await importSimilar()).default : lazy(loadSimilar)

/** The page of a listing that has ended, for everyone but its owner: what happened, and similar listings instead. */
export function ListingGone({
  category,
  id,
  gone,
  ended,
}: GoneListing & { category: AnyCategory; id: string }) {
  const { data: similar = [] } = useQuery(similarQuery(useApi(), { category: category.id, id }))
  return (
    <div className="page-width pt-10">
      <NoListing category={category} message={gone} ended={ended} />
      {similar.length > 0 && (
        <Suspense>
          <Similar listings={similar} />
        </Suspense>
      )}
    </div>
  )
}

/** Says why a listing is not shown, what it was, and links to all others of its category. */
function NoListing({
  category,
  message,
  ended,
  children,
}: {
  category: AnyCategory
  message: string
  ended?: GoneListing['ended']
  children?: ReactNode
}) {
  useHead({ title: `${message} · ${campus.brand}`, description: message })
  const title = ended && displayTitle(ended)
  return (
    <EmptyState
      illustration={
        ended?.photo ? (
          <div className="mb-2 aspect-[4/3] w-50 max-w-full overflow-hidden rounded-card">
            <Photo {...toPhotoSource(ended.photo, title ?? '')} sizes="200px" priority />
          </div>
        ) : (
          <SiteNotFound />
        )
      }
      title={message}
      titleAs="h1"
      action={
        <LinkButton as={Link} to={pagePaths.browse(category.id)}>
          See all {category.labels.plural}
        </LinkButton>
      }
    >
      {title ? <bdi className="font-semibold">{title}</bdi> : children}
    </EmptyState>
  )
}
