import { useQueries } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useNavigate, useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type ComparableCategory, comparableCategories } from '#categories/index.ts'
import { maxCompared, parseComparison } from '#contract/compare.ts'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { pluralize } from '#format/format.ts'
import { termOptions } from '../listings/browse/filter-fields.tsx'
import { CompareTable } from '../listings/compare/compare-table.tsx'
import {
  householdQuery,
  isGone,
  listingQuery,
  loadErrorMessage,
} from '../listings/listing-queries.ts'
import { categoryFromUrl, logInToContactPath } from '../listings/listing-urls.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { SiteNotFound } from '../navigation/site-not-found.tsx'
import { hasStatus, useApi } from '../queries/api.ts'
import { getLoaderContext, requestedPath, statusData, waitForData } from '../queries/loaders.ts'
import { useToday } from '../queries/use-today.ts'
import { hasMessages } from '../session/has-messages.ts'
import { loadFailure, RedirectToLogin } from '../session/login-redirects.tsx'
import { useSession } from '../session/session.tsx'
import { Breadcrumb } from '../ui/content/breadcrumb.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Select } from '../ui/controls/select.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

const FirstMessageDialog = lazyDialog(
  async () =>
    (await import('../messages/first-message/first-message-dialog.tsx')).FirstMessageDialog,
)

function comparableFromUrl(url: string): ComparableCategory {
  const { id } = categoryFromUrl(url)
  const category = comparableCategories.find((each) => each.id === id)
  if (!category) throw new Error(`Nothing at ${url} can be compared.`)
  return category
}

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const category = comparableFromUrl(requestedPath(args)).id
  const { ids } = parseComparison(new URL(args.request.url).searchParams)
  if (ids.length === 0) return statusData(404)
  try {
    const listings = await waitForData(
      Promise.all(
        ids.map((id) => queryClient.ensureQueryData(listingQuery(api, { category, id }))),
      ),
    )
    const isNothing = listings?.every((listing) => listing === null || isGone(listing))
    return isNothing ? statusData(404) : null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** Up to four listings side by side, at an address that can be shared. Everybody sees those that they may see. */
export function Component() {
  const category = comparableFromUrl(useLocation().pathname)
  const [searchParams] = useSearchParams()
  const { ids, isMore, isUnreadable, term } = parseComparison(searchParams)
  const api = useApi()
  const today = useToday()
  const queries = useQueries({
    queries: ids.map((id) => listingQuery(api, { category: category.id, id })),
  })
  const { user } = useSession()
  const householdQueries = useQueries({
    queries: ids.map((id) => householdQuery(api, { category: category.id, id }, user)),
  })
  const title = `Compare ${category.labels.plural}`
  useHead({ title: `${title} · ${campus.brand}`, description: 'Listings side by side.' })
  const error = queries.find((query) => query.error)?.error
  if (hasStatus(error, 401)) return <RedirectToLogin />
  if (error) return <Nothing category={category} message={loadErrorMessage(category, error)} />
  if (queries.some(({ isPending }) => isPending)) return <Spinner label="Loading…" />
  const listings = queries.flatMap(({ data }) => (data && !isGone(data) ? [data] : []))
  const gone = ids.length - listings.length
  if (listings.length === 0) {
    const nothing = isUnreadable ? "We couldn't read this link." : 'Nothing to compare yet.'
    const message = ids.length > 0 ? 'These listings are no longer available.' : nothing
    return <Nothing category={category} message={message} />
  }
  // The row appears once everything is known, so that no seller is asked for what is still loading.
  const households = householdQueries.every(({ data, error }) => data || error)
    ? new Map(ids.map((id, index) => [Number(id), householdQueries[index]?.data?.facts ?? null]))
    : undefined
  const pathOf = (shown: readonly Listing[]) =>
    pagePaths.compare(
      category.id,
      shown.map(({ id }) => id),
      term?.id,
    )
  return (
    <div className="page-width pt-6 lg:pt-8">
      <div className="print:hidden">
        <Breadcrumb current={title}>
          <Link to={pagePaths.browse(category.id)} className="link">
            {category.labels.menu}
          </Link>
        </Breadcrumb>
      </div>
      <h1 className="title-1 mt-3">{title}</h1>
      <Controls category={category} ids={ids} termId={term?.id ?? ''} />
      {[
        isMore &&
          `You can compare up to ${maxCompared} ${category.labels.plural}. Here are the first ${maxCompared} from this link.`,
        gone > 0 && `${pluralize(gone, 'listing')} in this comparison can't be shown any more.`,
        isUnreadable && "We couldn't read all of the link, so a listing may be missing.",
      ].map(
        (sentence) =>
          sentence && (
            <p key={sentence} className="mb-4 text-ink-2">
              {sentence}
            </p>
          ),
      )}
      <CompareTable
        category={category}
        listings={listings}
        context={{ today, term, households }}
        renderAsk={(listing, question) => <AskSeller listing={listing} question={question} />}
        removePath={(removed) => pathOf(listings.filter(({ id }) => id !== removed.id))}
      />
    </div>
  )
}

/** The term that the table compares with, and what to do with the page. */
function Controls({
  category,
  ids,
  termId,
}: {
  category: ComparableCategory
  ids: readonly string[]
  termId: string
}) {
  const navigate = useNavigate()
  const today = useToday()
  const copy = async () => {
    const key = 'copy-link'
    try {
      await navigator.clipboard.writeText(location.href)
      showToast({ variant: 'ok', text: 'Link copied.', key })
    } catch {
      // The clipboard needs permission, and does not exist over plain HTTP.
      showToast({ variant: 'info', text: `Copy it by hand: ${location.href}`, key })
    }
  }
  return (
    <div className="mt-5 mb-5 flex flex-wrap items-end justify-between gap-3 print:hidden">
      <form action={pagePaths.compare(category.id)} autoComplete="off" className="flex gap-3">
        <input type="hidden" name="ids" value={ids.join()} />
        <Select
          key={termId}
          name="term"
          label="Your term"
          flush
          placeholder="Any"
          options={termOptions(today, termId)}
          defaultValue={termId}
          onChange={({ target }) =>
            navigate(pagePaths.compare(category.id, ids, target.value), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
        <noscript>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </noscript>
      </form>
      <div data-needs-script className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={copy}>
          Copy link
        </Button>
        <Button variant="secondary" size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  )
}

/** Opens the message form with the question. Before JavaScript loads, it leads to the page with the ways to reach the seller. */
function AskSeller({ listing, question }: { listing: Listing; question: string }) {
  const { user, isLoggedIn } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (user?.id === listing.seller.id) return null
  const canMessage = user !== null && hasMessages(user)
  const to = isLoggedIn
    ? pagePaths.contact(listing.category, listing.id)
    : logInToContactPath(listing)
  const ask = (event: MouseEvent) => {
    if (!canMessage) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <LinkButton as={Link} to={to} variant="secondary" size="small" onClick={ask}>
        {isLoggedIn ? 'Ask the seller' : 'Log in to ask'}
      </LinkButton>
      {canMessage && (
        <FirstMessageDialog
          listing={listing}
          firstText={question}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Nothing({ category, message }: { category: ComparableCategory; message: string }) {
  return (
    <EmptyState
      illustration={<SiteNotFound />}
      titleAs="h1"
      title={message}
      action={
        <>
          <LinkButton as={Link} to={pagePaths.saved}>
            Choose from your saved listings
          </LinkButton>
          <LinkButton as={Link} variant="secondary" to={pagePaths.browse(category.id)}>
            {`Browse ${category.labels.plural}`}
          </LinkButton>
        </>
      }
    />
  )
}
