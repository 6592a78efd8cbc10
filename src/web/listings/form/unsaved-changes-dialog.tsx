import { useBlocker } from '../../navigation/use-blocker.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export function UnsavedChangesDialog({ shouldBlock }: { shouldBlock: boolean }) {
  const blocker = useBlocker(shouldBlock)
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      <p>Your draft stays on this device, so you can come back to it.</p>
    </ConfirmDialog>
  )
}
