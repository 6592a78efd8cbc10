import { CalendarPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import type { Thread } from '../message-queries.ts'
import { useMeetingSteps } from './meeting-actions.ts'
import { LazyProposeDialog } from './meeting-dialogs.ts'

/** Begins a proposal, while no meeting is open or agreed. */
export function ProposeButton({
  thread,
  email,
}: {
  thread: Thread
  /** The address of the student who proposes. */
  email: string
}) {
  const steps = useMeetingSteps(thread.id)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CalendarPlusIcon size={16} />
        Meet up
      </Button>
      <LazyProposeDialog
        {...{ thread, email, steps }}
        meeting={null}
        open={isOpen}
        onClose={close}
        onSent={close}
      />
    </>
  )
}
