import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { useStore } from '../../ui/store.ts'
import { confirmationRequests, settleConfirmation } from './confirmation-request.ts'

const ConfirmEmailDialog = lazyDialog(
  async () => (await import('./confirm-email-dialog.tsx')).ConfirmEmailDialog,
)

/** The dialog that `requestConfirmation` opens. The site's shell mounts it once. */
export function ConfirmEmailDialogHost() {
  const next = useStore(confirmationRequests)[0]?.next
  return (
    <ConfirmEmailDialog
      open={next !== undefined}
      next={next}
      onClose={() => settleConfirmation(false)}
    />
  )
}
