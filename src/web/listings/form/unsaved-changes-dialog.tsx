import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { hasLeftAccount } from '../../session/leave-account.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

const pagePath = ({ pathname, search }: Location) => pathname + search

export function UnsavedChangesDialog(props: { shouldBlock: boolean; isNew: boolean }) {
  const { shouldBlock, isNew } = props
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      shouldBlock &&
      pagePath(currentLocation) !== pagePath(nextLocation) &&
      !hasLeftAccount(nextLocation),
  )
  // Only while needed: a page that listens to beforeunload is not kept for Back and Forward.
  useEffect(() => {
    if (!shouldBlock) return
    const askUser = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askUser)
    return () => window.removeEventListener('beforeunload', askUser)
  }, [shouldBlock])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave this form?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>
        {isNew
          ? 'Your draft stays on this device.'
          : "Your changes stay on this device. They aren't saved yet."}
      </p>
    </ConfirmDialog>
  )
}
