import { TagIcon } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { ThreadOffers } from '#contract/messages.ts'
import { formatOffer, type OfferMove, takesOffers } from '#contract/offer-rules.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatClock } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatDay } from '../message-time.ts'
import { useOfferSteps } from './offer-actions.ts'
import { type OfferFor, OfferForm } from './offer-form.tsx'
import './offer-panel.css'

type LastOffer = NonNullable<ThreadOffers['last']>

interface OfferPanelProps extends OfferFor {
  threadId: number
  /** The name of the other student. */
  name: string
  offers: ThreadOffers
  /** Whether the student is typing an amount. */
  isTyping: boolean
  onTyping: (isTyping: boolean) => void
  /** The button that begins an offer. */
  startButton: RefObject<HTMLButtonElement | null>
}

/** Whether something waits for an answer, or is agreed and can be undone. */
export const isActive = ({ last }: ThreadOffers) =>
  last?.state === 'open' || (last?.state === 'accepted' && last.moves.length > 0)

/** Whether the other student waits for an answer to an offer. */
export const isAsked = (offers: ThreadOffers | undefined) =>
  offers?.last?.state === 'open' && !offers.last.is_own

/** Begins an offer, while none is open or agreed. */
export function OfferButton({
  role,
  offers,
  isTyping,
  onTyping,
  startButton,
}: Pick<OfferPanelProps, 'role' | 'offers' | 'isTyping' | 'onTyping' | 'startButton'>) {
  if (isActive(offers) || !offers.can_offer) return null
  return (
    <Button
      ref={startButton}
      size="small"
      variant="secondary"
      aria-expanded={isTyping}
      onClick={() => onTyping(!isTyping)}
    >
      <TagIcon size={16} />
      {role === 'buyer' ? 'Make an offer' : 'Offer a price'}
    </Button>
  )
}

/** What the two have offered each other, with the buttons for the next step. It is empty if there is nothing to answer. */
export function OfferPanel({
  threadId,
  name,
  role,
  listing,
  offers,
  isTyping,
  onTyping,
  startButton,
}: OfferPanelProps) {
  const { last, can_offer } = offers
  const steps = useOfferSteps(threadId)
  const text = useRef<HTMLParagraphElement>(null)
  const counterButton = useRef<HTMLButtonElement>(null)
  const isOpen = last?.state === 'open'
  const isAnswerable = isActive(offers)
  // The seller may have said since that the price is firm. The open offer can still be accepted.
  const canCounter = isOpen && !last.is_own && last.moves.length > 0 && takesOffers(listing)
  if (!isAnswerable && !can_offer) return null

  const showsForm = isTyping && (can_offer || canCounter)
  // The pressed button disappears, so move the focus to the text that says what has happened.
  const done = () => {
    onTyping(false)
    text.current?.focus()
  }
  const cancel = () => {
    // The button to counter is back only after a render.
    flushSync(() => onTyping(false))
    const opener = startButton.current ?? counterButton.current ?? text.current
    opener?.focus()
  }
  const move = (answer: OfferMove) =>
    last && steps.send({ offer_id: last.id, answer }, () => text.current?.focus())
  const busyMove = steps.sending && 'answer' in steps.sending ? steps.sending.answer : undefined
  const amount = last && formatOffer(listing, last.amount)
  return (
    <section
      aria-label="Offer"
      className={classNames('offer-panel', isAnswerable && 'offer-panel-active')}
    >
      <div className="offer-panel-row">
        <p ref={text} tabIndex={-1} role="status" className="offer-panel-text">
          {last && <OfferText {...{ last, name }} amount={amount ?? ''} />}
        </p>
        <div className="offer-panel-buttons">
          {isAnswerable &&
            last?.moves.map((answer) => (
              <Button
                key={answer}
                size="small"
                variant={answer === 'accept' && !showsForm ? 'primary' : 'secondary'}
                busy={busyMove === answer}
                aria-disabled={steps.isPending || undefined}
                onClick={() => move(answer)}
              >
                <span>
                  {moveLabels[answer]}
                  {answer === 'accept' && <span className="offer-panel-accept"> {amount}</span>}
                </span>
              </Button>
            ))}
          {canCounter && !showsForm && (
            <Button
              ref={counterButton}
              size="small"
              variant="secondary"
              onClick={() => onTyping(true)}
            >
              Counter
            </Button>
          )}
        </div>
      </div>
      {showsForm && (
        <OfferForm
          {...{ role, listing, steps }}
          counters={canCounter ? last.id : undefined}
          below={canCounter && role === 'seller' ? undefined : listing.price}
          onDone={done}
          onCancel={cancel}
        />
      )}
      <p role="alert" className="text-danger empty:hidden">
        {steps.error}
      </p>
      <noscript>
        <p>Turn on JavaScript to answer an offer or make one.</p>
      </noscript>
    </section>
  )
}

const moveLabels: Record<OfferMove, string> = {
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw offer',
  undo: 'Undo deal',
}

interface OfferTextProps extends Pick<OfferPanelProps, 'name'> {
  last: LastOffer
  amount: string
}

function OfferText({ last, amount, name }: OfferTextProps) {
  const today = useToday()
  // A price breaks only where a whole line is too short for it.
  const figure = <span className="figure inline-block">{amount}</span>
  switch (last.state) {
    case 'open': {
      const day = formatDay(campusIsoDate(Date.parse(last.ends_at)), today)
      return (
        <>
          {last.is_own ? 'You offered ' : <bdi>{`${name} offers `}</bdi>}
          {figure}{' '}
          <span className="offer-panel-note">
            {last.is_own && 'Waiting for an answer. '}Expires {day === 'Today' ? 'today' : day} at{' '}
            {formatClock(last.ends_at)}.
          </span>
        </>
      )
    }
    case 'accepted':
      return (
        <>
          Deal: {figure} <span className="sr-only">The listing now shows as pending.</span>
        </>
      )
    case 'ended':
      return <>The offer of {amount} has expired.</>
    default:
      return null
  }
}
