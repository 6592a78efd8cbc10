import { z } from 'zod'
import { isStorableText, removeBidiControls } from '#categories/text-rules.ts'
import {
  maxReportNoteLength,
  minOtherNoteLength,
  reportReasons,
  studentReportReasons,
} from './report-reasons.ts'

/** A text of several lines in which a student or moderator explains a reason. */
export const reasonNote = z
  .string('Must be text')
  .overwrite((text) => removeBidiControls(text).trim())
  .max(maxReportNoteLength, `Must be at most ${maxReportNoteLength} characters`)
  .refine(isStorableText, "Contains a character we can't read")

/** Checks that the reason "other" comes with a note, because it says nothing by itself. */
export const explainsOther = z.refine<{ reason: string; note: string }>(
  ({ reason, note }) => reason !== 'other' || note.length >= minOtherNoteLength,
  {
    path: ['note'],
    message: `Write at least ${minOtherNoteLength} characters`,
  },
)

const report = z.object({
  reason: z.enum(reportReasons, 'Choose a reason'),
  note: reasonNote.default(''),
})

export const reportBody = report.check(explainsOther)

/** A report of a student. Not every reason applies. */
export const studentReportBody = report
  .extend({ reason: z.enum(studentReportReasons, 'Choose a reason') })
  .check(explainsOther)

export const reportResponse = z.object({ message: z.string() })

export type ReportInput = z.infer<typeof reportBody>
