import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  // Cancel has the focus, so that an accidental Enter confirms nothing.
  useEffect(() => {
    if (open) cancel.current?.focus()
  }, [open])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" ref={cancel} onClick={onClose}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {children}
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error}
      </p>
    </Dialog>
  )
}
