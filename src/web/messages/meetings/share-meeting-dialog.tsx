import { useId, useState } from 'react'
import type { Meeting } from '#contract/messages.ts'
import { copyByHand } from '../../listings/copy-link.tsx'
import { errorMessage } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useSharedLink } from './meeting-actions.ts'

interface ShareMeetingDialogProps {
  threadId: number
  meeting: Meeting
  /** The name of the other student. */
  name: string
  open: boolean
  onClose: () => void
}

/** Makes a link for a friend. It can be copied only now, because the server keeps no copy of it. */
export function ShareMeetingDialog(props: ShareMeetingDialogProps) {
  const { threadId, meeting, name, open, onClose } = props
  const linkId = useId()
  const { mutate, isPending, variables, error } = useSharedLink(threadId, meeting)
  const [url, setUrl] = useState<string>()
  const [status, setStatus] = useState('')
  const close = () => {
    setUrl(undefined)
    setStatus('')
    onClose()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url ?? '')
      setStatus('Link copied.')
    } catch {
      const link = document.getElementById(linkId)
      if (link instanceof HTMLInputElement) link.select()
      setStatus(copyByHand(matchMedia('(pointer: coarse)').matches))
    }
  }
  const share = () =>
    mutate('share', {
      onSuccess: (made) => {
        setUrl(made)
        setStatus('')
      },
    })
  const stop = () =>
    mutate('stop', {
      onSuccess: () => {
        setUrl(undefined)
        setStatus('The link no longer works.')
      },
    })
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Share with a friend"
      footer={
        <Button variant="secondary" onClick={close}>
          Close
        </Button>
      }
    >
      <p className="max-w-prose">
        Your friend sees where and when you meet, and the first name of <bdi>{name}</bdi>. The link
        works until two hours after the meeting. It ends earlier if the meeting is cancelled, or if
        you stop sharing.
      </p>
      {url && (
        <div className="mt-4 flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-48">
            <TextField id={linkId} label="Link" value={url} readOnly flush />
          </div>
          <Button onClick={copy}>Copy link</Button>
        </div>
      )}
      {!url && meeting.is_shared && (
        <p className="mt-3 text-ink-2">
          You've already shared a link, and we can't show it again. If you make a new one, the old
          one stops working.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!url && (
          <Button busy={isPending && variables === 'share'} onClick={share}>
            {meeting.is_shared ? 'Make a new link' : 'Make a link'}
          </Button>
        )}
        {(url || meeting.is_shared) && (
          <Button variant="secondary" busy={isPending && variables === 'stop'} onClick={stop}>
            Stop sharing
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 min-h-6 font-semibold text-sm">
        {status}
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </Dialog>
  )
}
