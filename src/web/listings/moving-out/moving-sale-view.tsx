import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campus } from '#campus/campus.ts'
import { isFree } from '#contract/listing-fields.ts'
import type { MovingSale as WireSale } from '#contract/moving-out.ts'
import { formatFreeUntil } from '#contract/moving-out-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatAmount, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { ApiError, offlineMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { ReportButton } from '../../reports/report-button.tsx'
import { Breadcrumb } from '../../ui/content/breadcrumb.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import { SharePage } from '../share-listing.tsx'
import { type MovingSale, movingSaleQuery } from './moving-sale-query.ts'
import './moving.css'

export function MovingSaleView({ sale, isOwn }: { sale: MovingSale; isOwn: boolean }) {
  const { seller, items, gone_count: gone } = sale
  const title = isOwn ? 'Your things' : `${seller.name} is moving out`
  return (
    <div className="page-width pt-6 lg:pt-8">
      <Breadcrumb current={title}>
        <Link to={pagePaths.browse('misc')} className="link">
          Extras
        </Link>
      </Breadcrumb>
      <h1 dir="auto" className="title-1 mt-3 overflow-clip [overflow-wrap:anywhere]">
        {title}
      </h1>
      <p className="mt-2 text-ink-2 text-lg">
        {pluralize(items.length, 'thing')} left{gone > 0 && `, ${gone} gone`}.
      </p>
      <Pickup sale={sale} />
      <Bundle sale={sale} isOwn={isOwn} />
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <SharePage
          title={title}
          text={`Things to pick up on ${campus.brand}`}
          path={pagePaths.movingOut(sale.id)}
        />
        {!isOwn && <ReportButton thing="student" path={apiPaths.reportStudent(seller.id)} />}
      </div>
      <h2 className="title-3 mt-8">Things</h2>
      <ul className="card-grid mt-5">
        {items.map((listing, index) => (
          <li key={listing.id}>
            <ListingCard listing={listing} index={index} titleAs="h3" />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Pickup({ sale: { place, pickup_window, free_until, items } }: { sale: MovingSale }) {
  const today = useToday()
  return (
    <dl className="moving-fields mt-5">
      <div>
        <dt className="font-semibold">Pick up at</dt>
        <dd dir="auto" className="[overflow-wrap:anywhere]">
          {place}
        </dd>
      </div>
      <div>
        <dt className="font-semibold">When</dt>
        <dd dir="auto" className="[overflow-wrap:anywhere]">
          {pickup_window}
        </dd>
      </div>
      {free_until && items.some(isFree) && (
        <div>
          <dt className="font-semibold">Free things</dt>
          <dd>Free until {formatFreeUntil(free_until, today)}. Then their listings end.</dd>
        </div>
      )}
    </dl>
  )
}

/** The price for all of it. Once something is gone, it says so until the seller sets a new price. */
function Bundle({ sale, isOwn }: { sale: MovingSale; isOwn: boolean }) {
  const { bundle, items } = sale
  const isOutdated = bundle !== null && bundle.count !== items.length
  return (
    <div className="moving-fields mt-5">
      {bundle && (
        <Callout>
          {isOutdated ? (
            <p>
              All of it was {formatAmount(bundle.price)} for {bundle.count} things. Some are gone
              {isOwn ? ', so set a new price.' : ', so ask for the new price.'}
            </p>
          ) : (
            <p>
              All of it: <strong>{formatAmount(bundle.price)}</strong> for{' '}
              {pluralize(bundle.count, 'thing')}.
            </p>
          )}
        </Callout>
      )}
      {isOwn && items.length > 1 && <BundleForm sale={sale} />}
    </div>
  )
}

function BundleForm({ sale: { id, bundle } }: { sale: MovingSale }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [price, setPrice] = useState(bundle ? String(bundle.price) : '')
  const mutation = useMutation({
    mutationFn: () =>
      api.patch<WireSale>(apiPaths.movingSale(id), { bundle_price: price.trim() || null }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: movingSaleQuery(api, String(id)).queryKey }),
  })
  const { error } = mutation
  return (
    <form
      noValidate
      aria-label="Price for all of it"
      className="flex flex-wrap items-end gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (!mutation.isPending) mutation.mutate()
      }}
    >
      <TextField
        label="Price for all that is left"
        optional
        flush
        prefix={campus.currency.symbol}
        inputMode="decimal"
        autoComplete="off"
        value={price}
        help={mutation.isSuccess ? 'Saved.' : undefined}
        error={error ? errorText(error) : undefined}
        onChange={({ target }) => setPrice(target.value)}
      />
      <Button type="submit" variant="secondary" busy={mutation.isPending}>
        Save price
      </Button>
    </form>
  )
}

function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return offlineMessage
  return error.fields.bundle_price ?? error.serverMessage ?? "That wasn't saved. Please try again."
}
