import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLeaveGuard } from './leave-guard.ts'

/** Asks before a form with unsaved changes is left; the draft stays either way. */
export function LeaveDialog({ asks }: { asks: boolean }) {
  const { isAsked, stay, leave } = useLeaveGuard(asks)
  return (
    <ConfirmDialog
      open={isAsked}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={leave}
      onCancel={stay}
    >
      <p>Your draft stays on this device, so you can come back to it.</p>
    </ConfirmDialog>
  )
}
