import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

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
  const [copyStatus, setCopyStatus] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopyStatus('Link copied.')
    } catch {
      // Without clipboard permission: selects the link for copying by hand.
      const link = document.getElementById(linkId)
      if (link instanceof HTMLInputElement) link.select()
      setCopyStatus('Press Ctrl+C to copy the link.')
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Share"
      footer={
        <>
          <Button onClick={copy}>Copy link</Button>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>Your browser does not support the Web Share API.</p>
      <div className="mt-4">
        <TextField id={linkId} label="Link" value={url} readOnly help={copyStatus} />
      </div>
    </Dialog>
  )
}
