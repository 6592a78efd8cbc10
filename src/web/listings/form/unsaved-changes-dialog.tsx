import { type ReactNode, type RefObject, useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { hasLeftAccount } from '../../session/leave-account.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

const pagePath = ({ pathname, search }: Location) => pathname + search

interface UnsavedChangesDialogProps {
  shouldBlock: boolean
  /** True from the moment when the form itself leaves, which may be before the next render. */
  isLeaving?: RefObject<boolean>
  /** What happens to the changes. */
  children: ReactNode
}

/** Asks before a form with unsaved changes is left, by a link, by Back or with the tab. */
export function UnsavedChangesDialog(props: UnsavedChangesDialogProps) {
  const { shouldBlock, isLeaving, children } = props
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      shouldBlock &&
      !isLeaving?.current &&
      pagePath(currentLocation) !== pagePath(nextLocation) &&
      !hasLeftAccount(nextLocation),
  )
  // The listener exists only while it is needed: with it, browsers do not keep the page for Back and Forward.
  useEffect(() => {
    if (!shouldBlock) return
    const askUser = (event: BeforeUnloadEvent) => {
      if (!isLeaving?.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', askUser)
    return () => window.removeEventListener('beforeunload', askUser)
  }, [shouldBlock, isLeaving])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave this form?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
