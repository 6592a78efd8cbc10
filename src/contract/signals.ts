import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { reasonNote } from './reports.ts'
import { signalDecisions, signalKinds } from './signal-rules.ts'

/** Something about a text or a listing that its reader is told in a sentence, and what to do about it. Never a score. */
export const signal = z.object({
  kind: z.enum(signalKinds),
  sentence: z.string(),
  advice: z.string(),
})

/** For the seller of the listing, who can answer that it is wrong. */
export const ownSignal = signal.extend({
  /** Of what caused it: an answer holds as long as the cause is the same. */
  id: z.string(),
  /** The words that caused it, as written. */
  quote: z.string().nullable(),
  /** That it waits for a moderator, or that a moderator kept the signal; null without one. */
  answer: z.enum(['waiting', 'kept']).nullable(),
})

/** For moderators: in full. */
export const caseSignal = signal.extend({
  id: z.string(),
  /** The numbers behind the sentence. A value that names another listing leads to it. */
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      listing: z
        .object({ category: z.enum(categories.map(({ id }) => id)), id: z.int() })
        .optional(),
    }),
  ),
  /** What its seller answered; `decision` is null while it waits. */
  answer: z
    .object({
      id: z.int(),
      note: z.string(),
      createdAt: z.iso.datetime(),
      decision: z.enum(signalDecisions).nullable(),
      /** Its entry in the log. */
      decisionId: z.int().nullable(),
    })
    .nullable(),
  /** The cause is gone since its seller answered. */
  isGone: z.boolean(),
})

/** "This is wrong", by the seller; a note is welcome. */
export const answerBody = z.object({
  signal: z.string('Must be the id of a signal').max(200, 'Must be the id of a signal'),
  note: reasonNote.default(''),
})

export const answerDecisionBody = z.object({
  decision: z.enum(signalDecisions, 'Choose a decision'),
  /** Mailed to the student. */
  note: reasonNote.default(''),
})

export type Signal = z.infer<typeof signal>
export type OwnSignal = z.infer<typeof ownSignal>
export type CaseSignal = z.infer<typeof caseSignal>
export type CaseSignalAnswer = NonNullable<CaseSignal['answer']>
export type AnswerInput = z.infer<typeof answerBody>
export type AnswerDecision = z.infer<typeof answerDecisionBody>
