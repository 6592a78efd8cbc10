import { campus } from '#campus/campus.ts'
import { type Decision, isOwnAction, type LogAction } from '#contract/moderation-rules.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatAge, pluralize } from '#format/format.ts'
import { hourMs, minuteMs, toIso } from '../../durations.ts'
import { personName } from '../../students/person.ts'
import type { LogRow } from '../moderation-log.ts'

interface MessageSubject {
  name: string
  /** The title of the listing, if the decision is about one. */
  title?: string | null | undefined
}

const subjectText = ({ name, title }: MessageSubject): string => (title ? `“${title}”` : name)

/** The sentence that the moderator reads after the decision. */
export const decidedMessages: Record<Decision, (subject: MessageSubject) => string> = {
  keep: (subject) => `${subjectText(subject)} stays. We've told the people who reported it.`,
  ask_to_edit: (subject) => `We've asked ${subject.name} to edit ${subjectText(subject)}.`,
  remove: (subject) => `${subjectText(subject)} is removed.`,
  warn: ({ name }) => `We've warned ${name}.`,
  suspend: ({ name }) => `${name} is suspended.`,
  ban: ({ name }) => `The account of ${name} is closed.`,
}

/** The sentences that say what waits for a decision again. */
const reopenedTexts = {
  reports: ' The reports are open again and wait for a decision.',
  answer: " The seller's answer waits for a decision again.",
}

export const undoneMessage = (
  subject: MessageSubject,
  reopened: keyof typeof reopenedTexts | undefined,
): string =>
  `The decision on ${subjectText(subject)} is undone.${reopened ? reopenedTexts[reopened] : ''}`

/** Says how many of the decisions that were made together are undone. */
export function undoneTogetherMessage({ undone, all }: { undone: number; all: number }): string {
  const reopened = 'Their reports are open again and wait for a decision.'
  if (undone === all) return `${pluralize(all, 'decision')} undone. ${reopened}`
  return `${undone} of ${pluralize(all, 'decision')} undone. ${reopened} Later decisions stay.`
}

const doneToListing: Partial<Record<LogAction, string>> = {
  keep: 'kept this listing',
  ask_to_edit: 'asked for an edit of this listing',
  remove: 'removed this listing',
  hide_signal: 'hid a signal on this listing',
  keep_signal: 'kept a signal on this listing',
  undo: 'undid a decision on this listing',
  hide: 'hid this listing',
  show: 'showed this listing again',
  appeal: 'appealed for this listing',
  reject_appeal: 'rejected the appeal for this listing',
}

const doneToStudent: Record<LogAction, string> = {
  keep: 'found nothing wrong with this student',
  ask_to_edit: 'asked for an edit of a listing',
  remove: 'removed a listing of this student',
  warn: 'warned this student',
  suspend: 'suspended this student',
  ban: 'closed this account',
  hide_signal: 'hid a signal on a listing of this student',
  keep_signal: 'kept a signal on a listing of this student',
  undo: 'undid a decision on this student',
  hide: 'hid a listing of this student',
  show: 'showed a listing of this student again',
  role: 'changed the role of this student',
  end_role: 'ended the role of this student',
  set_role_end: 'set the end of the role of this student',
  confirm_role: 'confirmed the role of this student',
  reset_second_factor: 'reset the second factor of this student',
  appeal: 'appealed',
  reject_appeal: 'rejected an appeal of this student',
  change_settings: 'changed the campus settings',
  change_handover: 'changed the notes for a hand-over',
  send_export: 'sent this student a link to their data',
  hold: 'put this account on hold',
  release: 'released the hold on this account',
  plan_deletion: 'planned the deletion of this account',
  keep_account: 'stopped the deletion of this account',
  change_announcements: 'changed the announcements',
  decide_together: 'decided on several cases together',
  read_messages: 'read messages of this student',
  look_up: 'looked up the address of this student',
  search_students: 'searched students',
}

/** Returns a sentence such as "Sam Lee removed this listing 2 minutes ago." */
export function describeEntry(
  entry: LogRow,
  { subject, actorId, now }: { subject: 'listing' | 'student'; actorId: number; now: number },
): string {
  const what = (subject === 'listing' && doneToListing[entry.action]) || doneToStudent[entry.action]
  return `${who(entry, actorId)} ${what} ${ago(entry.created_at, now)}.`
}

function who(entry: LogRow, actorId: number): string {
  if (entry.actor_id === actorId) return 'You'
  if (entry.actor_id === null) {
    return isOwnAction(entry.action) ? campus.brand : 'An operator'
  }
  return personName({ first_name: entry.actor_first_name, last_name: entry.actor_last_name })
}

function ago(time: number, now: number): string {
  if (now - time < minuteMs) return 'just now'
  if (now - time < hourMs) return `${pluralize(Math.floor((now - time) / minuteMs), 'minute')} ago`
  if (now - time < 24 * hourMs) return `${pluralize(Math.floor((now - time) / hourMs), 'hour')} ago`
  return formatAge(toIso(time), campusIsoDate(now))
}
