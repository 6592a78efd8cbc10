import { queryOptions } from '@tanstack/react-query'
import { DownloadIcon, PrinterIcon } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { readPeriod } from '#categories/periods.ts'
import { categoryOf, fromWire, type Listing } from '#contract/listing.ts'
import { formatPriceWithUnit } from '#contract/listing-fields.ts'
import type { WireListing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import { currentSubletTexts } from '#regions/sublets.ts'
import { displayTitle } from '../listings/listing-display.ts'
import { type ListingRef, listingKeys } from '../listings/listing-queries.ts'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { textsForSublet } from '../listings/sublets/sublet-needs.tsx'
import { textFileUrl } from '../listings/sublets/text-file-url.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { type Api, hasStatus, useApi } from '../queries/api.ts'
import { getLoaderContext, requestedPath, statusData, waitForData } from '../queries/loaders.ts'
import { useToday } from '../queries/use-today.ts'
import { AwaitPage, loadFailure } from '../session/login-redirects.tsx'
import { sessionQuery, useSession } from '../session/session.tsx'
import { Breadcrumb } from '../ui/content/breadcrumb.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { FieldPair } from '../ui/controls/field.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Component as NotFound } from './not-found.tsx'
import '../listings/sublets/letter.css'

/** What the letter says about a sublet. The last day is empty if the listing does not say it. */
interface Sublet extends ListingRef {
  title: string
  address: string
  from: string
  to: string
  rent: string
}

/** Reads a sublet for the letter of its owner. It is null for everyone else, so that the page has nothing of the listing. */
const subletQuery = (api: Api, ref: ListingRef) =>
  queryOptions({
    queryKey: [...listingKeys.detail(ref), 'letter'],
    queryFn: async ({ client, signal }): Promise<Sublet | null> => {
      const user = await client.ensureQueryData(sessionQuery(api))
      const path = apiPaths.listing(ref.category, ref.id)
      try {
        const listing = fromWire(ref.category, await api.get<WireListing>(path, signal)) as Listing
        const isOwn = user?.id === listing.seller.id
        return isOwn && textsForSublet(listing) ? readSublet(listing) : null
      } catch (error) {
        if (hasStatus(error, 404) || hasStatus(error, 410)) return null
        throw error
      }
    },
  })

function readSublet(listing: Listing): Sublet {
  const category = categoryOf(listing)
  const details: Readonly<Record<string, unknown>> = listing.details
  const period = readPeriod(category, details)
  return {
    category: listing.category,
    id: listing.id,
    title: displayTitle(listing),
    address: String((category.sublet && details[category.sublet.address]) ?? ''),
    from: period ? formatDate(period.first) : '',
    to: period?.last ? formatDate(period.last) : '',
    rent: formatPriceWithUnit(listing),
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  const category = categoryFromUrl(requestedPath(args)).id
  try {
    const query = subletQuery(api, { category, id })
    const sublet = await waitForData(queryClient.ensureQueryData(query))
    return sublet === null ? statusData(404) : null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** The letter that asks a landlord for consent, for the owner of a sublet. */
export function Component() {
  const { id = '' } = useParams()
  const category = categoryFromUrl(useLocation().pathname).id
  return (
    <AwaitPage query={subletQuery(useApi(), { category, id })}>
      {(sublet) => (sublet ? <LetterPage sublet={sublet} /> : <NotFound />)}
    </AwaitPage>
  )
}

const heading = 'Letter to your landlord'

/** What is left to be written by hand. */
const blank = '____________________'

const maxNameLength = 120

function LetterPage({ sublet }: { sublet: Sublet }) {
  const { user } = useSession()
  const today = useToday()
  // Names that are typed here stay in this page: nothing sends or keeps them.
  const [landlord, setLandlord] = useState('')
  const [subtenant, setSubtenant] = useState('')
  useHead({ title: `${heading} · ${campus.brand}`, description: heading })
  const { category, id, title } = sublet
  const text = currentSubletTexts()?.texts.letter({
    today: formatDate(today),
    tenant: user ? `${user.firstName} ${user.lastName}` : blank,
    landlord: landlord.trim() || blank,
    subtenant: subtenant.trim() || blank,
    address: sublet.address || blank,
    from: sublet.from || blank,
    to: sublet.to || blank,
    rent: sublet.rent,
  })
  if (text === undefined) return <NotFound />
  return (
    <div className="page-width grid gap-x-10 gap-y-5 pt-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start lg:pt-8 print:block">
      <div className="min-w-0 print:hidden">
        <Breadcrumb current={heading}>
          <Link to={pagePaths.listing(category, id)} className="link">
            <span dir="auto" className="block truncate">
              {title}
            </span>
          </Link>
        </Breadcrumb>
        <h1 className="title-1 mt-3">{heading}</h1>
        <p className="measure mt-3 text-ink-2">
          This letter asks your landlord to agree to your sublet. Read it before you send it. It's
          general information, not legal advice, and it isn't a contract.
        </p>
        {!sublet.to && (
          <div className="measure mt-4">
            <Callout>
              Your listing has no end date.{' '}
              <Link to={pagePaths.edit(category, id)} className="link">
                Add it to the listing
              </Link>
              , or write it on the letter.
            </Callout>
          </div>
        )}
        <div data-needs-script className="measure mt-5">
          <FieldPair>
            <TextField
              label="Landlord's name"
              maxLength={maxNameLength}
              autoComplete="off"
              value={landlord}
              onChange={({ target }) => setLandlord(target.value)}
            />
            <TextField
              label="Subtenant's name"
              maxLength={maxNameLength}
              autoComplete="off"
              value={subtenant}
              onChange={({ target }) => setSubtenant(target.value)}
            />
          </FieldPair>
          <p className="text-ink-2 text-sm">What you type here stays in this browser.</p>
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <div data-needs-script>
            <Button onClick={() => window.print()}>
              <PrinterIcon size={18} />
              Print or save
            </Button>
          </div>
          <LinkButton
            variant="secondary"
            href={textFileUrl(text)}
            download="letter-to-landlord.txt"
          >
            <DownloadIcon size={18} />
            Download as text
          </LinkButton>
        </div>
      </div>
      <div dir="auto" className="panel letter min-w-0 lg:mt-9">
        {text}
      </div>
    </div>
  )
}
