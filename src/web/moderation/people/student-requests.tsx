import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addDays } from '#categories/days.ts'
import type { StudentCase } from '#contract/moderation.ts'
import { type StudentRequest, studentRequestBody } from '#contract/moderation-decisions.ts'
import {
  deletionDays,
  exportLinkDays,
  holdReviewDays,
  keptOnHold,
  maxHoldReviewDays,
  maxRequestReasonLength,
  notKeptOnHold,
  type RequestAction,
} from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { errorMessage } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FieldRows } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useDecide, useFocusAfterDialog } from '../case/use-decide.ts'

interface RequestText {
  button: string
  title: (name: string) => string
  consequence: string
  danger?: boolean
}

const texts: Record<RequestAction, RequestText> = {
  send_export: {
    button: 'Send their data',
    title: (name) => `Send ${name} their data?`,
    consequence: `We email a link to the address of the account. It works for ${exportLinkDays} days. Nobody else gets the link or sees the data, you included.`,
  },
  hold: {
    button: 'Put on hold',
    title: (name) => `Put ${name} on hold?`,
    consequence: `For a legal request. This hides their listings, and they can't post. They can still log in. We don't email them. They see a notice on their dashboard.\n\nWe keep ${keptOnHold}. None of that is deleted during the hold, even if it was due.\n\nWe do not keep ${notKeptOnHold}.`,
  },
  release: {
    button: 'Release the hold',
    title: (name) => `Release the hold on ${name}?`,
    consequence: 'Their listings are shown again, and old data is deleted as usual.',
  },
  plan_deletion: {
    button: 'Delete the account',
    title: (name) => `Delete the account of ${name}?`,
    consequence: `Their listings are hidden now, and the account is deleted in ${deletionDays} days. We email them the date. Until then you can stop it, and so can they.`,
    danger: true,
  },
  keep_account: {
    button: 'Stop the deletion',
    title: (name) => `Keep the account of ${name}?`,
    consequence: 'The account stays, their listings are shown again, and we email them.',
  },
}

/** Returns what an admin can do now. A hold keeps the account from being deleted. */
export function possibleRequests({
  hold,
  deletionAt,
}: Pick<NonNullable<StudentCase['forAdmins']>, 'hold' | 'deletionAt'>): RequestAction[] {
  const deletion: RequestAction[] = hold ? [] : ['plan_deletion']
  return [
    'send_export',
    hold ? 'release' : 'hold',
    ...(deletionAt ? (['keep_account'] as const) : deletion),
  ]
}

/** Shows a hold and a planned deletion, and lets admins do what somebody has asked for. */
export function StudentRequests({ found }: { found: StudentCase }) {
  const { student, seen, forAdmins } = found
  const [action, setAction] = useState<RequestAction>('send_export')
  const [isOpen, setOpen] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  useFocusAfterDialog(isOpen, buttons)
  if (!forAdmins) return null
  const { hold, deletionAt } = forAdmins
  return (
    <>
      {hold && (
        <p className="mb-4">
          On hold since {formatDate(hold.since)}. Look at it again on {formatDate(hold.reviewOn)}.
        </p>
      )}
      {deletionAt && (
        <p className="mb-4">
          {hold
            ? `The account was to be deleted on ${formatDate(deletionAt)}. The hold keeps it.`
            : `The account will be deleted on ${formatDate(deletionAt)}.`}
        </p>
      )}
      <div ref={buttons} tabIndex={-1} className="flex flex-wrap gap-3 outline-none">
        {possibleRequests(forAdmins).map((each) => (
          <Button
            key={each}
            variant={texts[each].danger ? 'danger' : 'secondary'}
            aria-haspopup="dialog"
            onClick={() => {
              setAction(each)
              setOpen(true)
            }}
          >
            {texts[each].button}
          </Button>
        ))}
      </div>
      <RequestDialog
        key={action}
        open={isOpen}
        action={action}
        student={student}
        seen={seen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** Asks for the reason of a request and sends it. */
function RequestDialog({
  open,
  action,
  student,
  seen,
  onClose,
}: {
  open: boolean
  action: RequestAction
  student: Pick<StudentCase['student'], 'id' | 'name' | 'email'>
  seen: number | null
  onClose: () => void
}) {
  const formId = useId()
  const today = useToday()
  const { decideWithoutUndo } = useDecide()
  const isHold = action === 'hold'
  const text = texts[action]
  const defaultValues = {
    action,
    reason: '',
    seen,
    ...(isHold && { reviewOn: addDays(today, holdReviewDays) }),
  }
  const form = useForm<StudentRequest>({
    resolver: zodResolver(studentRequestBody),
    defaultValues,
  })
  const { errors, isSubmitting } = form.formState
  const startAnew = useEffectEvent(() => {
    form.reset(defaultValues)
    form.setFocus('reason')
  })
  useEffect(() => {
    if (open) startAnew()
  }, [open])
  const submit = form.handleSubmit(async (body) => {
    try {
      await decideWithoutUndo(apiPaths.studentRequests(student.id), { ...body, seen })
      onClose()
    } catch (error) {
      setFieldErrors(form, error, errorMessage(error))
    }
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.title(student.name)}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            variant={text.danger ? 'danger' : 'primary'}
            busy={isSubmitting}
          >
            {text.button}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <p className="mb-4 font-semibold [overflow-wrap:anywhere]">{student.email}</p>
        <p className="mb-4 whitespace-pre-line">{text.consequence}</p>
        <FieldRows>
          <TextArea
            {...fieldProps(form, 'reason')}
            label="Reason"
            help={
              isHold || action === 'release'
                ? 'Who asked for this, and why. Only admins read it.'
                : 'Who asked for this, and why. Admins read it, and the student finds it in their data.'
            }
            rows={3}
            maxLength={maxRequestReasonLength}
            value={form.watch('reason')}
          />
          {isHold && (
            <TextField
              {...fieldProps(form, 'reviewOn')}
              label="Look at it again on"
              type="date"
              min={addDays(today, 1)}
              max={addDays(today, maxHoldReviewDays)}
            />
          )}
        </FieldRows>
        {errors.root && <Callout variant="danger">{errors.root.message}</Callout>}
      </form>
    </Dialog>
  )
}
