import { useQuery } from '@tanstack/react-query'
import { BanIcon } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { blocksQuery } from '../session/account-queries.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useMessagesChanged } from './message-updates.ts'

/** A button that blocks after a question, or unblocks. It is not shown until it is known whether the student is blocked. */
export function BlockButton({
  student,
  showsName = false,
  ...buttonStyle
}: ButtonStyleProps & { student: { id: number; name: string }; showsName?: boolean }) {
  const { data: blocks } = useQuery(blocksQuery(useApi()))
  const [isOpen, setOpen] = useState(false)
  const { mutate: setBlocked, isPending } = useBlock(student)
  if (!blocks) return null
  const isBlocked = blocks.some(({ id }) => id === student.id)
  return (
    <>
      <Button
        {...buttonStyle}
        className="font-normal"
        busy={isPending}
        onClick={() => (isBlocked ? setBlocked(false) : setOpen(true))}
      >
        <BanIcon size={18} />
        <span>
          {isBlocked ? 'Unblock ' : 'Block '}
          <bdi className={showsName ? undefined : 'sr-only'}>{student.name}</bdi>
        </span>
      </Button>
      <BlockDialog student={student} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Asks for confirmation before a student is blocked. */
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

/** Blocks or unblocks another student. */
export function useBlock({ id, name }: Thread['other']) {
  const messagesChanged = useMessagesChanged()
  return useAccountMutation(
    async (api, isBlocked: boolean) => {
      if (id === null) return
      await (isBlocked ? api.put(apiPaths.block(id), undefined) : api.delete(apiPaths.block(id)))
    },
    {
      onSuccess: (_, isBlocked) => {
        messagesChanged()
        showToast({ variant: 'ok', text: `${name} is ${isBlocked ? '' : 'no longer '}blocked.` })
      },
      onError: (error) => showToast({ variant: 'danger', text: errorMessage(error) }),
    },
  )
}
