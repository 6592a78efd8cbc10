import type { Thread } from '#contract/messages.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { useBlock } from './use-block.ts'

/** Asks before a student is blocked. */
export function BlockDialog({
  student,
  open,
  onClose,
}: {
  student: Thread['other']
  open: boolean
  onClose: () => void
}) {
  const { mutate: setBlocked, isPending } = useBlock(student)
  return (
    <ConfirmDialog
      open={open}
      title={`Block ${student.name}?`}
      confirmLabel="Block"
      danger
      busy={isPending}
      onConfirm={() => setBlocked(true, { onSettled: onClose })}
      onClose={onClose}
    >
      You won't be able to message each other about any listing. We don't tell them, but they'll see
      that they can't message you. You can unblock them any time.
    </ConfirmDialog>
  )
}
