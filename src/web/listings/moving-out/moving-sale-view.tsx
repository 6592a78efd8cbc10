import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { campus } from '#campus/campus.ts'
import { isFree } from '#contract/listing-fields.ts'
import type { MovingSale } from '#contract/moving-out.ts'
import { formatFreeUntil, maxPickupLength } from '#contract/moving-out-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatAmount, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { ApiError, hasStatus, offlineMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { ReportButton } from '../../reports/report-button.tsx'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../../session/set-session-user.ts'
import { Breadcrumb } from '../../ui/content/breadcrumb.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FieldRows } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import { RoundedPrice } from '../form/rounded-price.tsx'
import { SharePage } from '../share-listing.tsx'
import { movingSaleQuery, type ShownMovingSale } from './moving-sale-query.ts'
import { PostedSale } from './posted-sale.tsx'
import './moving.css'

export function MovingSaleView({ sale, isOwn }: { sale: ShownMovingSale; isOwn: boolean }) {
  const { seller, items, gone_count: gone } = sale
  // It stays open after saving, which makes the price current again.
  const [isOpenAtFirst] = useState(sale.bundle?.is_current === false)
  const title = isOwn ? 'Your items' : `${seller.name} is moving out`
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
        {pluralize(items.length, 'item')} left{gone > 0 && `, ${gone} gone`}.
      </p>
      {isOwn && <PostedSale id={sale.id} />}
      <Pickup sale={sale} />
      <div className="moving-fields mt-5">
        <Bundle sale={sale} isOwn={isOwn} />
      </div>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <SharePage
          title={`${seller.name} is moving out`}
          text={`Items to pick up on ${campus.brand}`}
          path={pagePaths.movingOut(sale.id)}
        />
        {!isOwn && <ReportButton thing="student" path={apiPaths.reportStudent(seller.id)} />}
      </div>
      {isOwn && (
        <details className="moving-fields mt-5 print:hidden" open={isOpenAtFirst}>
          <summary className="cursor-pointer rounded-chip py-2.5 font-semibold">
            Edit your page
          </summary>
          <OwnerForm sale={sale} />
        </details>
      )}
      <h2 className="title-3 mt-8">Items</h2>
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

function Pickup({ sale: { place, pickup_window, free_until, items } }: { sale: ShownMovingSale }) {
  const today = useToday()
  return (
    <dl className="moving-fields moving-pickup mt-5">
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
      {free_until && items.some((item) => isFree(item) && item.endsAt === free_until) && (
        <div>
          <dt className="font-semibold">Free items</dt>
          <dd>Free until {formatFreeUntil(free_until, today)}. Then their listings end.</dd>
        </div>
      )}
    </dl>
  )
}

/** The price for everything. Once other items are left, it says so until the seller sets a new price. */
function Bundle({ sale: { bundle }, isOwn }: { sale: ShownMovingSale; isOwn: boolean }) {
  if (!bundle) return null
  const { price, count, is_current } = bundle
  return (
    <Callout>
      {is_current ? (
        <p>
          Everything: <strong>{formatAmount(price)}</strong> for {pluralize(count, 'item')}.
        </p>
      ) : (
        <p>
          The price for everything was {formatAmount(price)} ({pluralize(count, 'item')}). The items
          have changed since, so {isOwn ? 'set a new price.' : 'ask for a new price.'}
        </p>
      )}
    </Callout>
  )
}

const formFields = ['place', 'pickup_window', 'bundle_price'] as const

/** Lets the seller change the place, the window and the price for everything. */
function OwnerForm({ sale }: { sale: ShownMovingSale }) {
  const { id, bundle, items } = sale
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const [values, setValues] = useState({
    place: sale.place,
    pickup_window: sale.pickup_window,
    // A price for other items is no suggestion: saving a new place must not make it the price of these.
    bundle_price: bundle?.is_current ? String(bundle.price) : '',
  })
  const mutation = useMutation({
    mutationFn: () => {
      const { bundle_price: price, ...pickup } = values
      const body = items.length > 1 ? { ...pickup, bundle_price: price.trim() || null } : pickup
      return confirmFirst('Then your changes are saved.', () =>
        api.patch<MovingSale>(apiPaths.movingSale(id), body),
      )
    },
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: movingSaleQuery(api, String(id)).queryKey }),
    onError: (error) => {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
    },
  })
  const errors = mutation.error instanceof ApiError ? mutation.error.fields : {}
  const field = (name: (typeof formFields)[number]) => ({
    autoComplete: 'off',
    value: values[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setValues((all) => ({ ...all, [name]: target.value })),
  })
  return (
    <form
      noValidate
      aria-label="Your page"
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!mutation.isPending) mutation.mutate()
      }}
    >
      <FieldRows>
        <TextField label="Pick up at" maxLength={maxPickupLength} {...field('place')} />
        <TextField label="When" maxLength={maxPickupLength} {...field('pickup_window')} />
        {items.length > 1 && (
          <TextField
            label="Price for everything left"
            optional
            prefix={campus.currency.symbol}
            inputMode="decimal"
            note={<RoundedPrice text={values.bundle_price} />}
            {...field('bundle_price')}
          />
        )}
      </FieldRows>
      <Button type="submit" variant="secondary" busy={mutation.isPending}>
        Save changes
      </Button>
      <p role="status" className="mt-2 empty:hidden">
        {mutation.isSuccess && 'Saved.'}
      </p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {mutation.error && pageAlert(mutation.error)}
      </p>
    </form>
  )
}

/** Returns the alert, or '' if the error stands at a field of the form. */
export function pageAlert(error: unknown): string {
  const fields = error instanceof ApiError ? error.fields : {}
  return formFields.some((name) => fields[name]) ? '' : errorText(error)
}

function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return offlineMessage
  return error.serverMessage ?? "That wasn't saved. Please try again."
}
