import type { Thread } from '#contract/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
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
      Neither of you can then write to the other, about any listing. We do not tell them, but they
      see that they can't write to you. You can unblock them at any time.
    </ConfirmDialog>
  )
}
