import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import {
  type DecisionReason,
  decisionReasonLabels,
  decisionReasons,
} from '#contract/decision-reasons.ts'
import { suspensionDays } from '#contract/moderation-rules.ts'
import { maxReportNoteLength, minOtherNoteLength } from '#contract/report-reasons.ts'
import { explainsOther, reasonNote } from '#contract/reports.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { errorMessage, hasStatus } from '../../queries/api.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FieldRows } from '../../ui/controls/field.tsx'
import { RadioGroup } from '../../ui/controls/radio-group.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { moderationKey } from '../moderation-queries.ts'
import type { DecisionText } from './decision-text.ts'

/** The answers from the dialog. The caller adds the rest of the request body. */
interface DecisionAnswers {
  reason: DecisionReason
  note: string
  /** The length of a suspension, only if the dialog asks for it. */
  days?: number
  /** Only if another moderator is on the case, and the dialog has said so. */
  despiteClaim?: true
}

const dayOptions = suspensionDays.map((days) => ({ value: String(days), label: `${days} days` }))

/** The fields of the form. A select and radio buttons have text values. */
const formSchema = ({ asksDays, asksNote }: Pick<DecisionText, 'asksDays' | 'asksNote'>) =>
  z
    .object({
      reason: z.enum(decisionReasons, 'Choose a reason'),
      note: asksNote ? reasonNote.refine(isLongEnough, tooShort) : reasonNote,
      days: asksDays
        ? z.enum(
            dayOptions.map(({ value }) => value),
            'Choose for how long',
          )
        : z.string(),
    })
    .check(explainsOther)

const isLongEnough = (note: string) => note.length >= minOtherNoteLength
const tooShort = `Say what happened, in at least ${minOtherNoteLength} characters`

type Values = z.infer<ReturnType<typeof formSchema>>

/**
 * Asks for the reason of a decision and sends it. If another moderator has acted in the meantime, the dialog says so, the
 * case behind it is refetched, and the entered text stays.
 */
export function DecisionDialog({
  open,
  text,
  onSend,
  onClose,
}: {
  open: boolean
  text: DecisionText
  /** Sends the decision. The promise rejects with the API's error. */
  onSend: (answers: DecisionAnswers) => Promise<unknown>
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const formElement = useRef<HTMLFormElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const { asksDays = false, asksNote = false, suggestedReason } = text
  const defaultValues = { reason: suggestedReason, note: '', days: '' }
  const form = useForm<Values>({ resolver: zodResolver(formSchema(text)), defaultValues })
  const { errors, isSubmitting } = form.formState
  const [isClaimed, setClaimed] = useState(false)
  const [reason, note] = form.watch(['reason', 'note'])
  const days = useController({ control: form.control, name: 'days' })
  const startAnew = useEffectEvent(() => {
    form.reset(defaultValues)
    setClaimed(false)
    // Focus the first question. Without a question, Enter confirms, unless that would be dangerous.
    const first =
      (asksDays && 'days') ||
      (!suggestedReason && 'reason') ||
      ((asksNote || text.danger) && 'note')
    const field = formElement.current?.querySelector<HTMLElement>(`[name="${first}"]`)
    const element = field ?? confirm.current
    element?.focus()
  })
  useEffect(() => {
    if (open) startAnew()
  }, [open])

  const submit = form.handleSubmit(async (answers) => {
    try {
      await onSend({
        reason: answers.reason,
        note: answers.note,
        ...(asksDays && { days: Number(answers.days) }),
        ...(isClaimed && { despiteClaim: true }),
      })
      onClose()
    } catch (error) {
      setClaimed(hasStatus(error, 409) && error.code === 'claimed')
      if (hasStatus(error, 409)) await queryClient.invalidateQueries({ queryKey: [moderationKey] })
      setFieldErrors(form, error, messageOf(error))
    }
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.title}
      footer={
        <>
          <Button
            ref={confirm}
            type="submit"
            form={formId}
            variant={text.danger ? 'danger' : 'primary'}
            busy={isSubmitting}
          >
            {isClaimed ? 'Decide anyway' : text.confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form ref={formElement} id={formId} noValidate onSubmit={submit}>
        <div className="mb-4">{text.consequence}</div>
        <FieldRows>
          {asksDays && (
            <RadioGroup
              {...days.field}
              label="For how long"
              options={dayOptions}
              error={errors.days?.message}
            />
          )}
          <Select
            {...fieldProps(form, 'reason')}
            label="Reason"
            placeholder="Choose a reason"
            options={text.reasons.map((value) => ({ value, label: decisionReasonLabels[value] }))}
          />
          <TextArea
            {...fieldProps(form, 'note')}
            label="Note"
            optional={!asksNote && reason !== 'other'}
            help={
              asksNote
                ? 'Say what happened. The student will read this.'
                : 'The student will read this.'
            }
            rows={3}
            maxLength={maxReportNoteLength}
            value={note}
          />
        </FieldRows>
        {errors.root && <Callout variant="danger">{errors.root.message}</Callout>}
      </form>
    </Dialog>
  )
}

/**
 * The message for a failed decision. After a conflict it says what others have done, and the case behind the dialog shows
 * it.
 */
const messageOf = (error: unknown) =>
  hasStatus(error, 409) && error.code === 'conflict'
    ? `${error.message} Decide again if it is still right.`
    : hasStatus(error, 409) && error.code === 'claimed'
      ? `${error.message} Do you want to decide anyway?`
      : errorMessage(error)
