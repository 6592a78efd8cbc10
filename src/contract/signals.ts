import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { reasonNote } from './reports.ts'
import { signalDecisions, signalKinds } from './signal-rules.ts'

/** A warning to the reader of a text or listing: one sentence, and what to do about it. It is never a score. */
export const signal = z.object({
  kind: z.enum(signalKinds),
  sentence: z.string(),
  advice: z.string(),
})

/** A signal for the listing's seller, who can answer that it is wrong. */
export const ownSignal = signal.extend({
  /** The id of the cause. An answer is valid as long as the cause stays the same. */
  id: z.string(),
  /** The words that caused the signal, as written. */
  quote: z.string().nullable(),
  /** Whether the seller's answer waits for a moderator, or a moderator kept the signal; null without an answer. */
  answer: z.enum(['waiting', 'kept']).nullable(),
})

/** A signal with everything that moderators see. */
export const caseSignal = signal.extend({
  id: z.string(),
  /** The numbers behind the sentence. A value that names another listing links to it. */
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      listing: z
        .object({ category: z.enum(categories.map(({ id }) => id)), id: z.int() })
        .optional(),
    }),
  ),
  /** The seller's answer. `decision` is null while the answer waits. */
  answer: z
    .object({
      id: z.int(),
      note: z.string(),
      createdAt: z.iso.datetime(),
      decision: z.enum(signalDecisions).nullable(),
      /** The log entry of the decision. */
      decisionId: z.int().nullable(),
    })
    .nullable(),
  /** Whether the cause has disappeared since the seller answered. */
  isGone: z.boolean(),
})

/** The seller's answer "Dispute this", with an optional note. */
export const answerBody = z.object({
  signal: z.string('Must be the id of a signal').max(200, 'Must be the id of a signal'),
  note: reasonNote.default(''),
})

export const answerDecisionBody = z.object({
  decision: z.enum(signalDecisions, 'Choose a decision'),
  /** A note that is emailed to the student. */
  note: reasonNote.default(''),
})

export type Signal = z.infer<typeof signal>
export type OwnSignal = z.infer<typeof ownSignal>
export type CaseSignal = z.infer<typeof caseSignal>
export type CaseSignalAnswer = NonNullable<CaseSignal['answer']>
export type AnswerInput = z.infer<typeof answerBody>
export type AnswerDecision = z.infer<typeof answerDecisionBody>
