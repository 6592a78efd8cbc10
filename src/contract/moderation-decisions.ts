import { z } from 'zod'
import {
  type DecisionReason,
  decisionReasons,
  reasonsFor,
  undoReasons,
} from './decision-reasons.ts'
import {
  listingActions,
  type StudentAction,
  studentActions,
  suspensionDays,
  userRoles,
} from './moderation-rules.ts'
import { reportReasons } from './report-reasons.ts'
import { explainsOther, reasonNote } from './reports.ts'

// The request bodies of moderators; `moderation.ts` has the responses.

const decision = z.object({
  reason: z.enum(decisionReasons, 'Choose a reason'),
  /** Mailed to the student. */
  note: reasonNote.default(''),
  /** The newest entry of the log that the moderator has seen of this subject; another one since is a conflict. */
  seen: z.int().nullable(),
})

/** Refines a decision: its reason is one of those that it may have. */
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

export const roleBody = z.object({ role: z.enum(userRoles), seen: z.int().nullable() })

export const appealDecisionBody = z
  .object({
    decision: z.enum(['rejected', 'reversed']),
    reason: z.enum(decisionReasons, 'Choose a reason'),
    note: reasonNote.default(''),
  })
  .check(
    explainsOther,
    // Reversed, the decision is undone.
    reasonFits(({ decision }) => (decision === 'reversed' ? undoReasons : reportReasons)),
  )

/** The log entry of the decision, and a sentence that says what was done. */
export const decisionResponse = z.object({ id: z.int(), message: z.string() })

export type RoleChange = z.infer<typeof roleBody>
export type AppealDecision = z.infer<typeof appealDecisionBody>
