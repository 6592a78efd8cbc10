import { useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { formatSellerName } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { logInToContactPath } from '../../listings/contact-id.ts'
import { SafetyBox } from '../../listings/detail/safety-box.tsx'
import { displayTitle } from '../../listings/listing-display.ts'
import { LoggedOut } from '../../session/logged-out.tsx'
import { useSession } from '../../session/session.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FirstMessageForm } from './first-message-form.tsx'
import { useSendFirstMessage } from './use-send-first-message.ts'

/** Begins the conversation about a listing. What was typed is kept when it is closed. */
export function FirstMessageDialog({
  category,
  listing,
  open,
  onClose,
}: {
  category: AnyCategory
  listing: Listing
  open: boolean
  onClose: () => void
}) {
  const { user } = useSession()
  const navigate = useNavigate()
  const formId = useId()
  const sending = useSendFirstMessage(category, listing.id)

  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
  }, [open])
  // Who has closed it meanwhile stays, and finds the conversation on the contact panel.
  const openThread = (id: number) => {
    if (isOpen.current) navigate(pagePaths.thread(id))
  }
  const contents = () => {
    if (!user) {
      return (
        <Callout variant="danger">
          <LoggedOut path={logInToContactPath(category, listing)} />
        </Callout>
      )
    }
    if (user.suspension) return <Callout>{user.suspension.message}</Callout>
    return (
      <div className="grid gap-4">
        <FirstMessageForm
          key={user.id}
          id={formId}
          {...{ category, listing, user, sending, onSent: openThread }}
        />
        <SafetyBox category={category} listing={listing} />
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
        About <bdi>{displayTitle(category, listing)}</bdi>
      </p>
      {contents()}
    </Dialog>
  )
}
