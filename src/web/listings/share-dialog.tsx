import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

export function ShareDialog({
  url,
  open,
  onClose,
}: {
  url: string
  open: boolean
  onClose: () => void
}) {
  const linkId = useId()
  const copyButton = useRef<HTMLButtonElement>(null)
  const [copyStatus, setCopyStatus] = useState('')
  // Focus the copy button instead of the close button.
  useEffect(() => {
    if (open) copyButton.current?.focus()
  }, [open])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopyStatus('Link copied.')
    } catch {
      // Without permission for the clipboard, select the link, so that the user can copy it by hand.
      const link = document.getElementById(linkId)
      if (link instanceof HTMLInputElement) link.select()
      setCopyStatus(copyByHand(matchMedia('(pointer: coarse)').matches))
    }
  }
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
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <TextField id={linkId} label="Link" value={url} readOnly flush />
        </div>
        <Button ref={copyButton} className="flex-auto sm:flex-none" onClick={copy}>
          Copy link
        </Button>
      </div>
      <p className="mt-3 text-ink-2 text-sm">Your browser does not support the Web Share API.</p>
      <p role="status" className="mt-1 min-h-6 font-semibold text-sm">
        {copyStatus}
      </p>
    </Dialog>
  )
}

/** Says how to copy without the clipboard. A touch screen has no Ctrl key. */
export const copyByHand = (isTouch: boolean): string =>
  isTouch ? 'Press and hold the link to copy it.' : 'Press Ctrl+C to copy the link.'
