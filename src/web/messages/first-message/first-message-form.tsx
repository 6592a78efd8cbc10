import { type FormEvent, useRef, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { Listing } from '#contract/listings.ts'
import { messageChips } from '#contract/message-chips.ts'
import { ApiError, errorMessage } from '../../queries/api.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { blankError } from '../sending/insert-chip.ts'
import { readMessageDraft, saveMessageDraft } from '../sending/message-draft.ts'
import { MessageField } from '../sending/message-field.tsx'
import { firstMessageError } from '../sending/message-length.ts'
import type { useSendFirstMessage } from './use-send-first-message.ts'

interface FirstMessageFormProps {
  /** For the button outside. */
  id: string
  category: AnyCategory
  listing: Listing
  user: SessionUser
  sending: ReturnType<typeof useSendFirstMessage>
  /** With the thread's id. */
  onSent: (threadId: number) => void
}

export function FirstMessageForm(props: FirstMessageFormProps) {
  const { id, category, listing, user, sending, onSent } = props
  const { mutate, isPending, isRefused, error, reset } = sending
  const target = { userId: user.id, category: category.id, listingId: listing.id }
  const [text, setText] = useState(() => readMessageDraft(target))
  const [refusal, setRefusal] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const chips = messageChips(category, listing, { role: 'buyer', email: user.email })

  const change = (value: string) => {
    setText(value)
    setRefusal(undefined)
    reset()
    saveMessageDraft(target, value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || isRefused) return
    const found = firstMessageError(text) ?? blankError(text, chips)
    setRefusal(found)
    if (found) return area.current?.focus()
    mutate(text.trim(), {
      onSuccess: ({ thread_id }) => {
        saveMessageDraft(target, '')
        onSent(thread_id)
      },
    })
  }
  const fieldError = error instanceof ApiError ? error.fields.body : undefined
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <MessageField
        ref={(element) => {
          // React leaves out the attribute, by which an opening dialog finds what to focus.
          element?.setAttribute('autofocus', '')
          area.current = element
        }}
        label="Your message"
        rows={4}
        value={text}
        onChange={change}
        // Another text while one is on its way would be another message.
        readOnly={isPending || isRefused}
        chips={isRefused ? [] : chips}
        error={refusal ?? fieldError}
      />
      {error && !fieldError && <Callout variant="danger">{errorMessage(error)}</Callout>}
    </form>
  )
}
