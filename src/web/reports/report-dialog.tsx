import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { ReportForm } from './report-form.tsx'
import type { ReportSubject } from './report-subject.ts'

interface ReportDialogProps extends ReportSubject {
  /** What else can be done then: a button. */
  whenSent?: ReactNode
  open: boolean
  onClose: () => void
}

/** Visitors are led through the login and back. What was entered stays when it is closed, until the report is sent. */
export function ReportDialog({ whenSent, open, onClose, ...subject }: ReportDialogProps) {
  const { user, isLoggedIn } = useSession()
  const { pathname } = useLocation()
  const ids = { form: useId(), thanks: useId() }
  const [isBusy, setBusy] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [isVisitor, setVisitor] = useState(false)
  /** What the server says of a report that was sent. */
  const [thanks, setThanks] = useState<string>()
  if (open !== wasOpen) {
    setWasOpen(open)
    // Not later: to a student whose session ends meanwhile the form says so.
    setVisitor(open && !isLoggedIn)
    if (open) setThanks(undefined)
  }
  useDropHash(open)
  if (isVisitor) return <Navigate to={pagePaths.login(`${pathname}#report`)} />

  const contents = () => {
    if (thanks) return <p id={ids.thanks}>{thanks}</p>
    if (user?.suspension) return <Callout>{user.suspension.message}</Callout>
    return <ReportForm id={ids.form} {...subject} onBusy={setBusy} onSent={setThanks} />
  }
  const actions = () => {
    if (thanks) {
      return (
        <>
          <DoneButton aria-describedby={ids.thanks} onClick={onClose} />
          {whenSent}
        </>
      )
    }
    if (user?.suspension) return <Button onClick={onClose}>Close</Button>
    return (
      <>
        <Button type="submit" form={ids.form} busy={isBusy}>
          Send report
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={thanks ? 'Report sent' : `Report this ${subject.thing}`}
      footer={actions()}
    >
      {contents()}
    </Dialog>
  )
}

/** Going back in history or a reload is not to open it again. */
function useDropHash(isOpen: boolean) {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isOpen && hash) navigate(pathname, { replace: true, preventScrollReset: true, state })
  }, [isOpen, hash, navigate, pathname, state])
}

/** Takes the focus from the button that it replaces; its description is then read out. */
function DoneButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} {...props}>
      Done
    </Button>
  )
}
