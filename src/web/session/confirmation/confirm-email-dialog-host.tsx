import { useSyncExternalStore } from 'react'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import {
  awaitedConfirmation,
  settleConfirmation,
  subscribeToConfirmationRequest,
} from './confirmation-request.ts'

const ConfirmEmailDialog = lazyDialog(
  async () => (await import('./confirm-email-dialog.tsx')).ConfirmEmailDialog,
)

/** The dialog that `requestConfirmation` opens; mounted once, by the site's shell. */
export function ConfirmEmailDialogHost() {
  const next = useSyncExternalStore(
    subscribeToConfirmationRequest,
    awaitedConfirmation,
    () => undefined,
  )
  return (
    <ConfirmEmailDialog
      open={next !== undefined}
      next={next}
      onClose={() => settleConfirmation(false)}
    />
  )
}
