import { useEffect, useRef, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { OwnListing } from '#contract/listings.ts'
import { maxSignalsOnPage } from '#contract/signal-rules.ts'
import type { OwnSignal } from '#contract/signals.ts'
import { SignalNote } from '../../signals/signal-note.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { cardAnchor } from './card-anchor.ts'
import { useAnswerSignal } from './use-answer-signal.ts'

const AnswerDialog = lazyDialog(async () => (await import('./answer-dialog.tsx')).AnswerDialog)

interface OwnSignalsProps {
  category: AnyCategory
  listing: OwnListing
  className: string
}

/** What was noticed about a listing, for its seller, who can say that it is wrong. */
export function OwnSignals({ category, listing, className }: OwnSignalsProps) {
  const { signals = [] } = listing
  if (signals.length === 0) return null
  return (
    <div className={className}>
      <Callout>
        <p className="mb-2 font-bold text-base">Worth checking</p>
        <ul className="grid gap-4">
          {signals.map((signal) => (
            <li key={signal.id}>
              <Answerable
                category={category}
                listing={listing}
                signal={signal}
                advice={adviceToSeller(signal, signals)}
              />
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}

/** On the page of a listing the first ones are shown, with advice to its readers. */
function adviceToSeller(signal: OwnSignal, signals: OwnSignal[]): string {
  const told =
    signals.indexOf(signal) < maxSignalsOnPage
      ? `Students are told: “${signal.advice}”`
      : 'Not on your page now: others come first.'
  return signal.kind === 'words' ? `${told} Edit it and this goes away.` : told
}

const answerTexts = {
  waiting: 'You said this is wrong. A moderator will look at it.',
  kept: 'A moderator looked at it and kept it.',
}

function Answerable({
  category,
  listing,
  signal,
  advice,
}: Omit<OwnSignalsProps, 'className'> & { signal: OwnSignal; advice: string }) {
  const [isOpen, setOpen] = useState(false)
  const { send, isPending, isSent, isGone, error, reset } = useAnswerSignal(
    category,
    listing,
    signal,
  )
  const answer = signal.answer ?? (isSent ? 'waiting' : null)
  const status = useRef<HTMLParagraphElement>(null)
  // It had the focus, or gets it back from the dialog, and goes: the button, or with it the whole signal.
  useEffect(() => {
    if (isSent && document.activeElement === document.body) status.current?.focus()
    if (isGone) document.getElementById(cardAnchor(category, listing))?.focus()
  }, [isSent, isGone, category, listing])
  return (
    <SignalNote {...signal} advice={advice}>
      {answer ? (
        <p ref={status} tabIndex={-1} className="mt-2 text-ink-2 outline-none">
          {answerTexts[answer]}
        </p>
      ) : (
        <>
          <button
            type="button"
            className="link min-h-9"
            aria-haspopup="dialog"
            onClick={() => {
              reset()
              setOpen(true)
            }}
          >
            This is wrong<span className="sr-only">{` “${signal.sentence}”`}</span>
          </button>
          <AnswerDialog
            sentence={signal.sentence}
            open={isOpen && !isGone}
            busy={isPending}
            error={error}
            onSend={send}
            onClose={() => setOpen(false)}
          />
        </>
      )}
    </SignalNote>
  )
}
