import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { maxReportedMessages } from '#contract/message-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonHelp } from '#contract/report-reason-help.ts'
import {
  maxReportNoteLength,
  type ReportReason,
  reportReasonLabels,
  reportReasons,
  studentReportReasons,
} from '#contract/report-reasons.ts'
import { type ReportInput, reportBody, type reportResponse } from '#contract/reports.ts'
import { revalidate } from '../forms/revalidate.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { useApi } from '../queries/api.ts'
import { useConfirmFirst } from '../session/confirmation/use-confirm-first.ts'
import { LoggedOut } from '../session/logged-out.tsx'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { RadioGroup } from '../ui/controls/radio-group.tsx'
import { TextArea } from '../ui/controls/text-area.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

/** The thing that is reported: a word for it, and the path of the API call. */
export interface ReportSubject {
  thing: 'listing' | 'student' | 'conversation'
  path: string
  /** The reason that is chosen at first. */
  reason?: ReportReason
}

interface ReportDialogProps extends ReportSubject {
  /** A button beside the thanks, for another step that the student can take. */
  whenSent?: ReactNode
  open: boolean
  onClose: () => void
}

/** Sends a report. Leads visitors through the login and back. After closing, the text stays until the report is sent. */
export function ReportDialog({ whenSent, open, onClose, ...subject }: ReportDialogProps) {
  const { user, isLoggedIn } = useSession()
  const { pathname } = useLocation()
  const ids = { form: useId(), thanks: useId() }
  const [isBusy, setBusy] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [isVisitor, setVisitor] = useState(false)
  /** The server's answer to a report that was sent. */
  const [thanks, setThanks] = useState<string>()
  if (open !== wasOpen) {
    setWasOpen(open)
    // This is read only on opening: if the session ends later, the form says so.
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

/** Removes the hash, so that Back and a reload do not open the dialog again. */
function useDropHash(isOpen: boolean) {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isOpen && hash) navigate(pathname, { replace: true, preventScrollReset: true, state })
  }, [isOpen, hash, navigate, pathname, state])
}

/** A button that takes the focus from the button it replaces, so that screen readers read its description. */
function DoneButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} {...props}>
      Done
    </Button>
  )
}

interface ReportFormProps extends ReportSubject {
  /** The id of the form. The submit button is outside the form and refers to it. */
  id: string
  onBusy: (isBusy: boolean) => void
  /** Called with the server's answer. */
  onSent: (message: string) => void
}

const whoSees: Record<ReportSubject['thing'], string> = {
  listing: 'Only moderators see who reported it.',
  student: 'Only moderators see who reported them.',
  conversation: `Moderators will see its last ${maxReportedMessages} messages. Only they see who reported it.`,
}

/** The reasons to choose from. Harassment comes first for a conversation, because it is the most likely there. */
const reasonsFor: Record<ReportSubject['thing'], readonly ReportReason[]> = {
  listing: reportReasons,
  student: studentReportReasons,
  conversation: ['harassment', ...studentReportReasons.filter((reason) => reason !== 'harassment')],
}

export function ReportForm(props: ReportFormProps) {
  const { id, thing, path, reason: firstReason, onBusy, onSent } = props
  const form = useForm<z.input<typeof reportBody>, unknown, ReportInput>({
    resolver: zodResolver(reportBody),
    defaultValues: { note: '', ...(firstReason && { reason: firstReason }) },
  })
  const { pathname } = useLocation()
  const { errors, isSubmitting } = form.formState
  const reason = useController({ control: form.control, name: 'reason' })
  const note = useController({ control: form.control, name: 'note' })
  useEffect(() => onBusy(isSubmitting), [isSubmitting, onBusy])
  const send = useSendReport(path)
  const submit = form.handleSubmit((body) =>
    send(body).then(
      ({ message }) => onSent(message),
      (error: unknown) => setFieldErrors(form, error),
    ),
  )
  const chosen = reason.field.value
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-3">
      <p className="mb-2 text-ink-2">
        {whoSees[thing]}{' '}
        <a href={pagePaths.rules} target="_blank" rel="noopener" className="link">
          Read the rules<span className="sr-only"> (in a new tab)</span>
        </a>
      </p>
      <RadioGroup
        {...reason.field}
        ref={(radio) => {
          // An opening dialog focuses the element with this attribute, which React does not render.
          radio?.setAttribute('autofocus', '')
          reason.field.ref(radio)
        }}
        value={chosen ?? ''}
        onChange={(event) => {
          reason.field.onChange(event)
          revalidate(form, 'note')
        }}
        label="What's wrong?"
        options={reasonsFor[thing].map((value) => ({ value, label: reportReasonLabels[value] }))}
        small
        help={chosen && reportReasonHelp[chosen]}
        error={errors.reason?.message}
      />
      <TextArea
        {...note.field}
        value={note.field.value ?? ''}
        label="What should moderators know?"
        optional={chosen !== 'other'}
        rows={3}
        maxLength={maxReportNoteLength}
        error={errors.note?.message}
      />
      {errors.root && (
        <Callout variant="danger">
          {errors.root.type === '401' ? (
            <LoggedOut path={pagePaths.login(`${pathname}#report`)} />
          ) : (
            errors.root.message
          )}
        </Callout>
      )}
    </form>
  )
}

function useSendReport(path: string) {
  const api = useApi()
  const confirmFirst = useConfirmFirst()
  const { mutateAsync } = useMutation({
    mutationFn: (body: ReportInput) =>
      confirmFirst('Then your report is sent.', () =>
        api.post<z.infer<typeof reportResponse>>(path, body),
      ),
  })
  return mutateAsync
}
