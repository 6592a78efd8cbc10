import { useEffect, useRef } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { CopyLink } from './copy-link.tsx'

export function ShareDialog({
  url,
  open,
  onClose,
}: {
  url: string
  open: boolean
  onClose: () => void
}) {
  const copyButton = useRef<HTMLButtonElement>(null)
  // Focus the copy button instead of the close button.
  useEffect(() => {
    if (open) copyButton.current?.focus()
  }, [open])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Share"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <CopyLink url={url} ref={copyButton}>
        <p className="mt-3 text-ink-2 text-sm">Your browser does not support the Web Share API.</p>
      </CopyLink>
    </Dialog>
  )
}
