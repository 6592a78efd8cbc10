import { SendHorizontalIcon } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { soldLabel, wantedLabel } from '#contract/listing-fields.ts'
import { isListed } from '#contract/listing-status.ts'
import { cannotMessageText } from '#contract/message-rules.ts'
import { useStatusAction } from '../../listings/dashboard/status-actions.tsx'
import { asksWentFor, WentFor } from '../../listings/dashboard/went-for.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useBlock } from '../blocking.tsx'
import type { Thread } from '../message-queries.ts'
import { useMessagesChanged } from '../message-updates.ts'
import { blankError, MessageField, messageError } from '../sending/message-field.tsx'
import './composer.css'

interface ComposerProps {
  /** The name of the other student. */
  name: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  chips: readonly string[]
  onChip: (chip: string) => void
  onSend: (text: string) => void
  /** Shown above the text field. */
  children?: ReactNode
}

/**
 * The form for writing a message. Enter sends the message where there is a keyboard; on a touch screen it starts a new
 * line.
 */
export function Composer({
  name,
  field,
  text,
  onChange,
  chips,
  onChip,
  onSend,
  children,
}: ComposerProps) {
  const [error, setError] = useState<string>()
  const change = (value: string) => {
    setError(undefined)
    onChange(value)
  }
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    // Read the field itself: a press before JavaScript loaded is repeated before `text` contains what was typed.
    const written = field.current?.value ?? text
    const refusal = messageError(written) ?? blankError(written, chips)
    setError(refusal)
    field.current?.focus()
    if (!refusal) onSend(written.trim())
  }
  return (
    <form method="dialog" noValidate className="composer" onSubmit={send}>
      <noscript>
        <p>Turn on JavaScript to write a message.</p>
      </noscript>
      {children}
      <MessageField
        ref={field}
        label={`Message to ${name}`}
        hideLabel
        placeholder="Write a message"
        chips={chips}
        onChip={onChip}
        value={text}
        onChange={change}
        onKeyDown={(event) => {
          if (isSendKey(event)) send(event)
        }}
        error={error}
        help={<span className="composer-hint">Enter sends, Shift + Enter starts a new line.</span>}
        action={
          <Button type="submit" aria-label="Send">
            <SendHorizontalIcon size={18} />
            <span className="composer-send">Send</span>
          </Button>
        }
      />
    </form>
  )
}

/** Whether a key sends the message. The Enter that ends the input of Chinese or Japanese characters does not. */
function isSendKey({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing) return false
  return ctrlKey || metaKey || (!shiftKey && matchMedia('(pointer: fine)').matches)
}

/** Replaces the composer, and says why the student cannot write. */
export function NoComposer({ thread: { other, state } }: { thread: Thread }) {
  const { mutate: setBlocked, isPending } = useBlock(other)
  if (state !== 'blocked') {
    const reason = other.id === null ? 'This account was deleted.' : cannotMessageText
    return <p className="open-thread-closed">{reason}</p>
  }
  return (
    <div className="open-thread-closed">
      <p>
        You've blocked <bdi>{other.name}</bdi>, so you can't message each other.
      </p>
      <Button variant="secondary" size="small" busy={isPending} onClick={() => setBlocked(false)}>
        Unblock
      </Button>
    </div>
  )
}

/**
 * Offers to mark the listing as sold when the seller writes that it is, while it is still listed. `onDone` moves the focus,
 * because the button disappears.
 */
export function SoldOffer({ listing, onDone }: { listing: Listing; onDone: () => void }) {
  const messagesChanged = useMessagesChanged()
  const { press, pressed, error, sold, refetch } = useStatusAction(listing, () => {
    messagesChanged()
    onDone()
  })
  if (sold && asksWentFor(listing)) {
    return <WentFor listing={sold} onSaved={refetch} />
  }
  if (!isListed(listing.status)) return null
  const label = soldLabel(listing).toLowerCase()
  return (
    <div className="composer-offer">
      <p>It's still listed. {wantedLabel(listing) ? 'Have you found it?' : `Is it ${label}?`}</p>
      <Button
        variant="secondary"
        size="small"
        busy={pressed !== undefined}
        onClick={() => press({ action: 'sold', place: 1 })}
      >
        Mark {label}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}
