import type { LogAction } from '#contract/moderation-rules.ts'
import { decisionLabels } from '../case/decision-text.ts'

/** What kind of entry it is, as a filter and in the figures. */
export const logActionLabels: Record<LogAction, string> = {
  ...decisionLabels,
  hide_signal: 'Signal hidden',
  keep_signal: 'Signal kept',
  undo: 'Undo',
  hide: 'Hidden by reports',
  show: 'Shown again',
  role: 'Role changed',
  appeal: 'Appeal',
  reject_appeal: 'Appeal rejected',
  read_messages: 'Messages read',
  look_up: 'Address looked up',
  search_students: 'Students searched by an admin',
}
