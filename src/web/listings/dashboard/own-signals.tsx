import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Listing, OwnListing } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import { maxSignalsOnPage } from '#contract/signal-rules.ts'
import type { OwnSignal } from '#contract/signals.ts'
import { hasStatus, useApi } from '../../queries/api.ts'
import { SignalNote } from '../../signals/signal-note.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { listingKeys } from '../listing-queries.ts'
import { cardAnchor } from '../listing-urls.ts'
import { actionErrorMessage } from './status-actions.tsx'

const AnswerDialog = lazyDialog(async () => (await import('./answer-dialog.tsx')).AnswerDialog)

interface OwnSignalsProps {
  listing: OwnListing
  className: string
}

/** The signals of a listing, for its seller, who can say that a signal is wrong. */
export function OwnSignals({ listing, className }: OwnSignalsProps) {
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

/** Tells the seller what students read. The listing's page shows only the first signals, with advice to readers. */
function adviceToSeller(signal: OwnSignal, signals: OwnSignal[]): string {
  const told =
    signals.indexOf(signal) < maxSignalsOnPage
      ? `Students see this advice: “${signal.advice}”`
      : "Students don't see this note right now, because other notes come first."
  return signal.kind === 'words' ? `${told} Edit those words and this note goes away.` : told
}

const answerTexts = {
  waiting: 'You disputed this. A moderator will look at it.',
  kept: 'A moderator looked at it and kept it.',
}

function Answerable({
  listing,
  signal,
  advice,
}: Omit<OwnSignalsProps, 'className'> & { signal: OwnSignal; advice: string }) {
  const [isOpen, setOpen] = useState(false)
  const { send, isPending, isSent, isOutdated, error, reset } = useAnswerSignal(listing, signal)
  const answer = signal.answer ?? (isSent ? 'waiting' : null)
  const status = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone after an answer, or the whole signal is if it was outdated. Move the focus on.
  useEffect(() => {
    if (isSent && document.activeElement === document.body) status.current?.focus()
    if (isOutdated) document.getElementById(cardAnchor(listing))?.focus()
  }, [isSent, isOutdated, listing])
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
            Dispute this<span className="sr-only">{` “${signal.sentence}”`}</span>
          </button>
          <AnswerDialog
            sentence={signal.sentence}
            open={isOpen && !isOutdated}
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

/**
 * Tells the server that a signal is wrong. If the signal or its listing no longer exists, a toast says so and the lists are
 * refetched.
 */
function useAnswerSignal({ category, id }: Listing, signal: OwnSignal) {
  const api = useApi()
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries({ queryKey: listingKeys.lists })
  const { mutate, error, isPending, isSuccess, reset } = useMutation({
    mutationFn: (note: string) =>
      api.post(apiPaths.signalAnswers(category, id), { signal: signal.id, note }),
    onSuccess: () => {
      refetch()
    },
    onError: (error) => {
      if (!isOutdatedError(error)) return
      showToast({ variant: 'danger', text: actionErrorMessage(error) })
      refetch()
    },
  })
  const isOutdated = isOutdatedError(error)
  return {
    send: (note: string) => {
      if (!isPending) mutate(note)
    },
    isPending,
    isSent: isSuccess,
    isOutdated,
    error: error && !isOutdated ? actionErrorMessage(error) : undefined,
    reset,
  }
}

const isOutdatedError = (error: unknown) =>
  hasStatus(error, 404) || hasStatus(error, 409) || hasStatus(error, 410)
