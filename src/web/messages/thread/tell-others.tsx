import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MegaphoneIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Listing } from '#contract/listing.ts'
import { wantedLabel } from '#contract/listing-fields.ts'
import type { TellOthersResponse } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { pluralize } from '#format/format.ts'
import { errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../../session/set-session-user.ts'
import { Button } from '../../ui/controls/button.tsx'
import { messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../message-updates.ts'
import './offer-panel.css'

interface TellOthersProps {
  threadId: number
  listing: Listing
  /** The names of the students who wrote about the listing and don't know yet that it is gone. */
  names: readonly string[]
}

/** A button with which the seller tells everyone else who wrote that the thing is gone. */
export function TellOthers({ threadId, listing, names }: TellOthersProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const text = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      confirmFirst("Then we'll tell them.", () =>
        api.post<TellOthersResponse>(apiPaths.tellOthers(threadId)),
      ),
    onError: (failure) => {
      if (hasStatus(failure, 401)) setSessionUser(queryClient, null)
    },
    // The button stays busy until the names are gone.
    onSettled: async () => {
      messagesChanged(queryClient)
      await queryClient.refetchQueries({ queryKey: messageKeys.messages(threadId) })
    },
  })
  // The pressed button disappears. A poll may have removed the names and this panel before the answer.
  useEffect(() => {
    if (data) text.current?.focus()
  }, [data])
  if (names.length === 0 && !data) return null
  return (
    <section aria-label="Others who wrote" className="offer-panel offer-panel-active">
      <div className="offer-panel-row">
        <p ref={text} tabIndex={-1} role="status" dir="auto" className="offer-panel-text">
          {names.length > 0 ? `${listNames(names)} wrote to you too.` : toldText(data)}
        </p>
        {names.length > 0 && (
          <Button size="small" busy={isPending} onClick={() => mutate()}>
            <MegaphoneIcon size={16} />
            {tellLabel(names.length, wantedLabel(listing) !== undefined)}
          </Button>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {error ? errorMessage(error) : undefined}
      </p>
    </section>
  )
}

const toldText = (data: TellOthersResponse | undefined) =>
  data && data.told > 0 ? `You told ${pluralize(data.told, 'student')}.` : 'They already know.'

/** Returns "Tell the other 2 it's gone". */
export function tellLabel(count: number, isWanted: boolean): string {
  const whom = count === 1 ? 'them' : `the other ${count}`
  return `Tell ${whom} ${isWanted ? "you've found one" : "it's gone"}`
}

const maxNames = 3

/** Returns "Liam and Mia", or "Liam, Mia, Noah and 4 more". */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames)
  const left = names.length - shown.length
  const parts = left > 0 ? [...shown, `${left} more`] : shown
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
