import { reasonsFor, undoReasons } from '#contract/decision-reasons.ts'
import type { LogEntry } from '#contract/moderation.ts'
import type { AppealDecision } from '#contract/moderation-decisions.ts'
import type { DecisionText } from './decision-text.ts'

/** What the dialog says before an appeal against the decision of that entry is decided. */
export function appealDecisionText(
  decision: AppealDecision['decision'],
  { reason, student, listing }: Pick<LogEntry, 'reason' | 'student' | 'listing'>,
): DecisionText {
  const name = student?.name ?? 'The student'
  if (decision === 'reversed') {
    return {
      title: 'Reverse the decision?',
      consequence: `Everything it changed is changed back, and its reports are open again. ${name} is told.`,
      confirmLabel: 'Reverse it',
      reasons: undoReasons,
    }
  }
  return {
    title: 'Keep the decision?',
    consequence: `Nothing changes, and there is no second appeal. ${name} is told.`,
    confirmLabel: 'Keep the decision',
    reasons: reasonsFor('reject_appeal', listing ? 'listing' : 'student'),
    suggestedReason: reason ?? undefined,
  }
}
