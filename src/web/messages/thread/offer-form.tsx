import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { campus } from '#campus/campus.ts'
import type { ListingContent } from '#contract/listing.ts'
import {
  amountError,
  formatOffer,
  maxBuyerOffersPerDay,
  offerSteps,
} from '#contract/offer-rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { ChipRow } from '../../ui/controls/chip-row.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { parseAmount, type useOfferSteps } from './offer-actions.ts'

/** What the conversation is about, and who the student is in it. */
export interface OfferFor {
  role: 'buyer' | 'seller'
  listing: Pick<ListingContent, 'category' | 'price' | 'details'> & { isFirm?: boolean }
}

interface OfferFormProps extends OfferFor {
  steps: ReturnType<typeof useOfferSteps>
  counters: number | undefined
  /** The price below which the quick steps are, or undefined for none. */
  below: number | undefined
  onDone: () => void
  onCancel: () => void
}

/** The amount, typed or chosen. What was typed stays after an error. */
export function OfferForm({
  role,
  listing,
  steps,
  counters,
  below,
  onDone,
  onCancel,
}: OfferFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  /** The amount above the asking price that the student has been asked about. */
  const [highAmount, setHighAmount] = useState<number>()
  const field = useRef<HTMLInputElement>(null)
  const change = (value: string) => {
    setError(undefined)
    setHighAmount(undefined)
    steps.clearError()
    setText(value)
  }
  const format = (amount: number) => formatOffer({ ...listing, details: {} }, amount)
  const label = counters ? 'Your counter-offer' : role === 'buyer' ? 'Your offer' : 'Your price'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount = parseAmount(text, campus.currency.symbol)
    setError(amount === undefined ? amountError : undefined)
    field.current?.focus()
    if (amount === undefined) return
    if (amount > listing.price && amount !== highAmount) setHighAmount(amount)
    else steps.send({ amount, counters }, onDone)
  }
  return (
    <form
      method="dialog"
      noValidate
      className="offer-panel-form"
      onSubmit={submit}
      onKeyDown={({ key, nativeEvent }) => {
        // Escape also ends the suggestions of an input method.
        if (key === 'Escape' && !nativeEvent.isComposing) onCancel()
      }}
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="font-semibold">{label}</strong>
        <span className="text-ink-2 text-sm">
          Asking price: {formatOffer(listing, listing.price)}
        </span>
      </p>
      {below !== undefined && <QuickSteps {...{ listing, below, field }} onChoose={change} />}
      <div className="offer-panel-fields">
        <TextField
          ref={field}
          label={label}
          hideLabel
          flush
          autoFocus
          prefix={campus.currency.symbol}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={error}
          help={
            highAmount !== undefined &&
            `That's more than the ${format(listing.price)} asked. Send it anyway?`
          }
          onChange={({ target }) => change(target.value)}
        />
        <div className="offer-panel-buttons">
          <Button type="submit" busy={steps.isPending}>
            {highAmount !== undefined
              ? `Send ${format(highAmount)}`
              : counters
                ? 'Send counter-offer'
                : 'Send offer'}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
      {role === 'buyer' && (
        <p className="offer-panel-note">
          You can make {maxBuyerOffersPerDay} offers a day in a conversation.
        </p>
      )}
    </form>
  )
}

interface QuickStepsProps extends Pick<OfferFor, 'listing'> {
  below: number
  field: RefObject<HTMLInputElement | null>
  onChoose: (text: string) => void
}

function QuickSteps({ listing, below, field, onChoose }: QuickStepsProps) {
  const steps = offerSteps(below)
  if (steps.length === 0) return null
  return (
    <ChipRow label="Quick offers">
      {steps.map((amount) => (
        <li key={amount}>
          <Chip
            as="button"
            type="button"
            active={false}
            onClick={() => {
              onChoose(String(amount))
              field.current?.focus()
            }}
          >
            {formatOffer({ ...listing, details: {} }, amount)}
          </Chip>
        </li>
      ))}
    </ChipRow>
  )
}
