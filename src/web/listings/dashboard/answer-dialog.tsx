import { type FormEvent, useId, useState } from 'react'
import { maxReportNoteLength } from '#contract/report-reasons.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Lets a seller dispute a signal on their listing. Closing the dialog keeps the text. */
export function AnswerDialog({
  sentence,
  open,
  busy,
  error,
  onSend,
  onClose,
}: {
  sentence: string
  open: boolean
  busy: boolean
  error: string | undefined
  onSend: (note: string) => void
  onClose: () => void
}) {
  const formId = useId()
  const [note, setNote] = useState('')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSend(note)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Tell us what's wrong"
      footer={
        <>
          <Button type="submit" form={formId} busy={busy}>
            Send
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="grid gap-4">
        <Callout variant="bar">
          <bdi>{sentence}</bdi>
        </Callout>
        <p>A moderator will look at it. Until then, the note stays on your listing.</p>
        <TextArea
          // React does not render the autofocus attribute, which tells an opening dialog what to focus.
          ref={(area) => area?.setAttribute('autofocus', '')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          label="Why is it wrong?"
          optional
          rows={3}
          maxLength={maxReportNoteLength}
        />
        {error && <Callout variant="danger">{error}</Callout>}
      </form>
    </Dialog>
  )
}
