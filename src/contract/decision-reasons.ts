import type { Decision } from './moderation-rules.ts'
import { reportReasonLabels, reportReasons, studentReportReasons } from './report-reasons.ts'

/** Codes of the log: those of reports, and of decisions in a student's favour. */
export const decisionReasons = [...reportReasons, 'within_rules', 'mistake', 'new_facts'] as const

export type DecisionReason = (typeof decisionReasons)[number]

export const decisionReasonLabels: Record<DecisionReason, string> = {
  ...reportReasonLabels,
  within_rules: 'Within the rules',
  mistake: 'It was a mistake',
  new_facts: "We've learned more since",
}

const keepReasons: readonly DecisionReason[] = ['within_rules', 'other']

/** Also of an appeal that reverses a decision. */
export const undoReasons: readonly DecisionReason[] = ['mistake', 'new_facts', 'other']

/** The reasons to choose from; an appeal that is rejected has those of a decision on the same subject. */
export function reasonsFor(
  action: Decision | 'reject_appeal',
  subject: 'listing' | 'student',
): readonly DecisionReason[] {
  if (action === 'keep') return keepReasons
  return subject === 'listing' ? reportReasons : studentReportReasons
}
