import { brand } from '#campus.ts'
import type { LogEntry } from '#contract/moderation.ts'
import type { LogAction } from '#contract/moderation-rules.ts'

type About = Pick<LogEntry, 'days' | 'role'>

/** Before and after whom or what it was done to. */
const verbs: Record<LogAction, (entry: About) => [before: string, after?: string]> = {
  keep: () => ['kept'],
  ask_to_edit: () => ['asked for an edit of'],
  remove: () => ['removed'],
  warn: () => ['warned'],
  suspend: ({ days }) => ['suspended', `for ${days} days`],
  ban: () => ['banned'],
  hide_signal: () => ['hid a signal on'],
  keep_signal: () => ['kept a signal on'],
  undo: () => ['undid a decision on'],
  hide: () => ['hid', 'after reports'],
  show: () => ['showed', 'again'],
  role: ({ role }) => ['made', role === 'admin' ? 'an admin' : `a ${role}`],
  appeal: () => ['appealed against a decision on'],
  reject_appeal: () => ['rejected the appeal on'],
  read_messages: () => ['read reported messages of'],
  look_up: () => ['looked up the email address of'],
  search_students: () => ['searched', 'and saw their email addresses'],
}

export const logEntryVerb = (entry: Pick<LogEntry, 'action'> & About) => verbs[entry.action](entry)

/** Who did it: Quad itself hides and shows, the rest is an operator's. */
export function actorName({ action, actor }: Pick<LogEntry, 'action' | 'actor'>): string {
  if (actor) return actor.name
  return action === 'hide' || action === 'show' ? brand : 'An operator'
}
