import type { Decision } from './moderation-rules.ts'
import { reportReasonLabels, reportReasons, studentReportReasons } from './report-reasons.ts'

/** The reason codes of the moderation log: those of reports, and those of decisions in a student's favour. */
export const decisionReasons = [...reportReasons, 'within_rules', 'mistake', 'new_facts'] as const

export type DecisionReason = (typeof decisionReasons)[number]

export const decisionReasonLabels: Record<DecisionReason, string> = {
  ...reportReasonLabels,
  within_rules: 'Within the rules',
  mistake: 'It was a mistake',
  new_facts: 'New information',
}

const keepReasons: readonly DecisionReason[] = ['within_rules', 'other']

/** The reasons for undoing a decision, and for an appeal that reverses one. */
export const undoReasons: readonly DecisionReason[] = ['mistake', 'new_facts', 'other']

/** Returns the reasons to choose from. A rejected appeal has the same reasons as a decision on that subject. */
export function reasonsFor(
  action: Decision | 'reject_appeal',
  subject: 'listing' | 'student',
): readonly DecisionReason[] {
  if (action === 'keep') return keepReasons
  return subject === 'listing' ? reportReasons : studentReportReasons
}
