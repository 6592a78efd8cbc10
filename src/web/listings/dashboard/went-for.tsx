import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { campus } from '#campus/campus.ts'
import type { Listing } from '#contract/listing.ts'
import { listingPriceUnit, wantedLabel } from '#contract/listing-fields.ts'
import type { WireListing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAmount } from '#format/format.ts'
import { ApiError, offlineMessage, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { displayTitle } from '../listing-display.ts'
import { readListing } from '../listing-queries.ts'

/** Returns whether a sold listing has a price to ask for. Wanted and free things have none. */
export const asksWentFor = (listing: Listing): boolean =>
  listing.status === 'sold' && listing.price > 0 && !wantedLabel(listing)

/**
 * Asks the seller of a sold listing what it went for, or shows the answer. Nothing waits for it: the listing is sold
 * already.
 */
export function WentFor({ listing, onSaved }: { listing: Listing; onSaved: () => void }) {
  const { category, id } = listing
  const api = useApi()
  const [answer, setAnswer] = useState(listing.wentFor)
  const [isAsking, setAsking] = useState(typeof listing.wentFor !== 'number')
  const [text, setText] = useState('')
  const mutation = useMutation({
    mutationFn: async (typed: string) => {
      const body = { status: 'sold', went_for: typed.trim() || null }
      const saved = await api.post<WireListing>(apiPaths.status(category, id), body)
      return readListing(category, saved).wentFor
    },
    onSuccess: (wentFor) => {
      setAnswer(wentFor)
      setAsking(false)
      onSaved()
    },
  })
  const changeButton = useRef<HTMLButtonElement>(null)
  // The button that saved is gone, so the focus moves to the other one: once, because the seller may type elsewhere then.
  useEffect(() => {
    if (mutation.isSuccess && mutation.submittedAt) changeButton.current?.focus()
  }, [mutation.isSuccess, mutation.submittedAt])
  const startAsking = () => {
    setText(typeof answer === 'number' ? String(answer) : '')
    setAsking(true)
  }
  const save = () => {
    if (!mutation.isPending) mutation.mutate(text)
  }
  // This is no form: a conversation shows it inside the form of its message.
  const saveWithEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }
  const title = <span className="sr-only"> {displayTitle(listing)}</span>
  if (!isAsking) {
    return (
      <div className="col-span-full flex basis-full flex-wrap items-center gap-x-2 text-sm">
        <p role="status">
          {typeof answer === 'number'
            ? `Went for ${formatAmount(answer)}${listingPriceUnit(listing) ?? ''}. Thank you.`
            : "You didn't say what it went for."}
        </p>
        <button ref={changeButton} type="button" className="link" onClick={startAsking}>
          Change
          {title}
        </button>
      </div>
    )
  }
  return (
    <div className="col-span-full basis-full pt-2">
      <TextField
        label={
          <>
            What did it go for?
            {title}
          </>
        }
        optional
        prefix={campus.currency.symbol}
        placeholder={listingPriceUnit(listing)}
        suffix={
          <Button variant="quiet" size="small" busy={mutation.isPending} onClick={save}>
            Save price
            {title}
          </Button>
        }
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={saveWithEnter}
        help="Only you see this price. It may count in a price range that others see."
        error={mutation.error ? saveError(mutation.error) : undefined}
      />
    </div>
  )
}

function saveError(error: unknown): string {
  if (!(error instanceof ApiError)) return offlineMessage
  return error.fields.went_for ?? error.serverMessage ?? "That wasn't saved. Please try again."
}
