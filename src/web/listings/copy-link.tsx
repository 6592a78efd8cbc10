import { type ReactNode, type Ref, useId, useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'

/** A link with a button that copies it. The children are between it and the place that says that it is copied. */
export function CopyLink({
  url,
  ref,
  children,
}: {
  url: string
  /** The button. */
  ref?: Ref<HTMLButtonElement>
  children?: ReactNode
}) {
  const linkId = useId()
  const [copyStatus, setCopyStatus] = useState('')
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
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <TextField id={linkId} label="Link" value={url} readOnly flush />
        </div>
        <Button ref={ref} className="flex-auto sm:flex-none" onClick={copy}>
          Copy link
        </Button>
      </div>
      {children}
      <p role="status" className="mt-1 min-h-6 font-semibold text-sm">
        {copyStatus}
      </p>
    </>
  )
}

/** Says how to copy without the clipboard. A touch screen has no Ctrl key. */
export const copyByHand = (isTouch: boolean): string =>
  isTouch ? 'Press and hold the link to copy it.' : 'Press Ctrl+C to copy the link.'
