import { z } from 'zod'
import { isDay } from '#categories/days.ts'
import { isBlank, isStorableText } from '#categories/text-rules.ts'
import {
  type DecisionReason,
  decisionReasons,
  reasonsFor,
  undoReasons,
} from './decision-reasons.ts'
import {
  listingActions,
  maxDecidedTogether,
  maxInternalNoteLength,
  maxRequestReasonLength,
  requestActions,
  type StudentAction,
  studentActions,
  suspensionDays,
  userRoles,
} from './moderation-rules.ts'
import { reportReasons } from './report-reasons.ts'
import { explainsOther, reasonNote } from './reports.ts'

// These are the request bodies of moderators. `moderation.ts` has the responses.

const decision = z.object({
  reason: z.enum(decisionReasons, 'Choose a reason'),
  /** A note that is emailed to the student. */
  note: reasonNote.default(''),
  /** The newest log entry about this subject that the moderator has seen. A newer one is a conflict. */
  seen: z.int().nullable(),
  /** Whether the moderator knows that another one is on the case. */
  despiteClaim: z.boolean().default(false),
})

/** Checks that the reason is one of those allowed for the decision. */
const reasonFits = <Body extends { reason: DecisionReason }>(
  allowed: (body: Body) => readonly DecisionReason[],
) =>
  z.refine<Body>((body) => allowed(body).includes(body.reason), {
    path: ['reason'],
    message: 'Choose another reason',
  })

export const listingDecisionBody = decision.extend({ action: z.enum(listingActions) }).check(
  explainsOther,
  reasonFits(({ action }) => reasonsFor(action, 'listing')),
)

export const clusterDecisionBody = decision
  .omit({ seen: true })
  .extend({
    action: z.enum(listingActions),
    /** The version of the list that the moderator has confirmed. Another one is a conflict. */
    version: z.string().max(64),
    /** The listings of the cluster that are decided. */
    listingIds: z
      .array(z.int().positive())
      .min(1, 'Choose at least one listing')
      .max(maxDecidedTogether, `Choose at most ${maxDecidedTogether} listings`)
      .refine((ids) => new Set(ids).size === ids.length, 'Choose each listing once'),
  })
  .check(
    explainsOther,
    reasonFits(({ action }) => reasonsFor(action, 'listing')),
  )

export const studentDecisionBody = decision
  .extend({ action: z.enum(studentActions), days: z.literal(suspensionDays).optional() })
  .check(
    explainsOther,
    reasonFits(({ action }) => reasonsFor(action, 'student')),
    z.refine<{ action: StudentAction; days?: number }>(
      ({ action, days }) => action !== 'suspend' || days !== undefined,
      { path: ['days'], message: 'Choose for how long' },
    ),
  )

export const undoBody = decision.check(
  explainsOther,
  reasonFits(() => undoReasons),
)

const day = z.string().refine(isDay, 'Choose a day')

const seen = z.int().nullable()

export const roleBody = z.object({
  role: z.enum(userRoles),
  /** The last day of the role. Without it, the role gets the usual end. */
  endsOn: day.optional(),
  seen,
})

export const roleEndBody = z.object({ endsOn: day, seen })

export const roleReviewBody = z.object({ seen })

/** What an admin does about one account because somebody asked for it. */
export const studentRequestBody = z.object({
  action: z.enum(requestActions),
  reason: reasonNote
    .min(1, 'Say who asked for this, and why')
    .max(maxRequestReasonLength, `Must be at most ${maxRequestReasonLength} characters`),
  /** The day on which an admin looks at a hold again. Without it, that is in some months. */
  reviewOn: day.optional(),
  seen,
})

export const appealDecisionBody = z
  .object({
    decision: z.enum(['rejected', 'reversed']),
    reason: z.enum(decisionReasons, 'Choose a reason'),
    note: reasonNote.default(''),
  })
  .check(
    explainsOther,
    // Reversing an appeal's decision undoes it, so the reasons for undoing apply.
    reasonFits(({ decision }) => (decision === 'reversed' ? undoReasons : reportReasons)),
  )

export const claimBody = z.object({
  /** The moderator whose claim this one replaces. */
  takesOverFrom: z.int().nullable().default(null),
})

export const noteBody = z.object({
  text: z
    .string('Must be text')
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .refine((text) => !isBlank(text), 'Write something first')
    .max(maxInternalNoteLength, `Must be at most ${maxInternalNoteLength} characters`)
    .refine(isStorableText, "Contains a character we can't read"),
})

/** The log entry of the decision, and a sentence about what was done. */
export const decisionResponse = z.object({ id: z.int(), message: z.string() })

export type RoleChange = z.infer<typeof roleBody>
export type StudentRequest = z.infer<typeof studentRequestBody>
export type AppealDecision = z.infer<typeof appealDecisionBody>
