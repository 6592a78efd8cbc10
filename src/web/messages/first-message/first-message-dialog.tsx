import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import type { Listing } from '#contract/listing.ts'
import { messageChips } from '#contract/message-chips.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatSellerName } from '#format/format.ts'
import { SafetyBox } from '../../listings/detail/listing-notices.tsx'
import { displayTitle } from '../../listings/listing-display.ts'
import { contactQuery, type ListingRef } from '../../listings/listing-queries.ts'
import { logInToContactPath } from '../../listings/listing-urls.ts'
import { ApiError, errorMessage, hasStatus, isUnconfirmed, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { LoggedOut } from '../../session/logged-out.tsx'
import { useSession } from '../../session/session.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { messagesChanged } from '../message-updates.ts'
import { readMessageDraft, saveMessageDraft } from '../sending/message-draft.ts'
import { blankError, firstMessageError, MessageField } from '../sending/message-field.tsx'
import { newClientId, sendMessage, type UnsentMessage } from '../sending/send-queue.ts'

/** Starts the conversation about a listing. The text is kept when the dialog is closed. */
export function FirstMessageDialog({
  listing,
  firstText,
  open,
  onClose,
}: {
  listing: Listing
  /** What the form starts with, unless the student has begun a message. */
  firstText?: string
  open: boolean
  onClose: () => void
}) {
  const { user } = useSession()
  const navigate = useNavigate()
  const formId = useId()
  const sending = useSendFirstMessage(listing)

  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
  }, [open])
  // If the student has closed the dialog, they stay here and find the conversation on the contact panel.
  const openThread = (id: number) => {
    if (isOpen.current) navigate(pagePaths.thread(id))
  }
  const contents = () => {
    if (!user) {
      return (
        <Callout variant="danger">
          <LoggedOut path={logInToContactPath(listing)} />
        </Callout>
      )
    }
    if (user.suspension) return <Callout>{user.suspension.message}</Callout>
    return (
      <div className="grid gap-4">
        <FirstMessageForm
          key={user.id}
          id={formId}
          {...{ listing, firstText, user, sending, onSent: openThread }}
        />
        <SafetyBox listing={listing} />
      </div>
    )
  }
  const canWrite = user && !user.suspension && !sending.isRefused
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <>
          Message <bdi>{formatSellerName(listing.seller)}</bdi>
        </>
      }
      footer={
        <>
          {canWrite && (
            <Button type="submit" form={formId} busy={sending.isPending}>
              Send
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {canWrite ? 'Cancel' : 'Close'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">
        About <bdi>{displayTitle(listing)}</bdi>
      </p>
      {contents()}
    </Dialog>
  )
}

interface FirstMessageFormProps {
  /** The id of the form, for the submit button outside. */
  id: string
  listing: Listing
  firstText: string | undefined
  user: SessionUser
  sending: ReturnType<typeof useSendFirstMessage>
  onSent: (threadId: number) => void
}

function FirstMessageForm(props: FirstMessageFormProps) {
  const { id, listing, firstText = '', user, sending, onSent } = props
  const { mutate, isPending, isRefused, error, reset } = sending
  const target = { studentId: user.id, category: listing.category, listingId: listing.id }
  const [text, setText] = useState(() => readMessageDraft(target) || firstText)
  const [refusal, setRefusal] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const chips = messageChips(listing, { role: 'buyer', email: user.email })

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
          // React does not render the autofocus attribute, which tells an opening dialog what to focus.
          element?.setAttribute('autofocus', '')
          area.current = element
        }}
        label="Your message"
        rows={4}
        value={text}
        onChange={change}
        // Read-only while sending: a changed text would be sent as a second message.
        readOnly={isPending || isRefused}
        chips={isRefused ? [] : chips}
        error={refusal ?? fieldError}
      />
      {error && !fieldError && <Callout variant="danger">{errorMessage(error)}</Callout>}
    </form>
  )
}

/**
 * Returns the message to send. The same text keeps its id, so that sending it again after a lost response is no second
 * message.
 */
export const nextTry = (last: UnsentMessage | undefined, body: string): UnsentMessage =>
  last?.body === body ? last : { body, client_id: newClientId() }

/** Whether the server will never accept the message: the listing has ended, or the seller cannot be messaged. */
export const isRefusal = (error: unknown): boolean =>
  [403, 404, 409].some((status) => hasStatus(error, status)) && !isUnconfirmed(error)

/** Sends the first message to the seller of a listing. */
function useSendFirstMessage({ category, id }: ListingRef) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const lastTry = useRef<UnsentMessage>(undefined)
  const mutation = useMutation({
    mutationFn: (body: string) => {
      const message = nextTry(lastTry.current, body)
      lastTry.current = message
      return confirmFirst('Then your message is sent.', () =>
        sendMessage(api, apiPaths.listingMessages(category, id), message),
      )
    },
    onSuccess: () => {
      messagesChanged(queryClient)
      queryClient.invalidateQueries(contactQuery(api, { category, id }))
    },
  })
  return { ...mutation, isRefused: isRefusal(mutation.error) }
}
