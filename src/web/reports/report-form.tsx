import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import { maxReportedMessages } from '#contract/message-rules.ts'
import { pagePaths } from '#contract/paths.ts'
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
import { hasStatus, useApi } from '../queries/api.ts'
import { useConfirmFirst } from '../session/confirmation/use-confirm-first.ts'
import { LoggedOut } from '../session/logged-out.tsx'
import { setSessionUser } from '../session/set-session-user.ts'
import { Callout } from '../ui/content/callout.tsx'
import { RadioGroup } from '../ui/controls/radio-group.tsx'
import { TextArea } from '../ui/controls/text-area.tsx'
import { reportReasonHelp } from './report-reason-help.ts'
import type { ReportSubject } from './report-subject.ts'

interface ReportFormProps extends ReportSubject {
  /** For the button outside. */
  id: string
  onBusy: (isBusy: boolean) => void
  /** With what the server says. */
  onSent: (message: string) => void
}

const whoSees: Record<ReportSubject['thing'], string> = {
  listing: 'Only moderators see who reported it.',
  student: 'Only moderators see who reported them.',
  conversation: `Moderators will see its last ${maxReportedMessages} messages. Only they see who reported it.`,
}

/** In a conversation, harassment is the most likely. */
const reasonsFor: Record<ReportSubject['thing'], readonly ReportReason[]> = {
  listing: reportReasons,
  student: studentReportReasons,
  conversation: ['harassment', ...studentReportReasons.filter((reason) => reason !== 'harassment')],
}

export function ReportForm({ id, thing, path, onBusy, onSent }: ReportFormProps) {
  const form = useForm<z.input<typeof reportBody>, unknown, ReportInput>({
    resolver: zodResolver(reportBody),
    defaultValues: { note: '' },
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
          // React leaves out the attribute, by which an opening dialog finds what to focus.
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
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  return async (body: ReportInput) => {
    try {
      return await confirmFirst('Then your report is sent.', () =>
        api.post<z.infer<typeof reportResponse>>(path, body),
      )
    } catch (error) {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
      throw error
    }
  }
}
