import { type DecisionReason, reasonsFor, undoReasons } from '#contract/decision-reasons.ts'
import { banUndoDays, type Decision, listingActions } from '#contract/moderation-rules.ts'

/** What the dialog of a decision says and asks. */
export interface DecisionText {
  title: string
  /** What will happen. */
  consequence: string
  confirmLabel: string
  danger?: boolean
  /** Those to choose from. */
  reasons: readonly DecisionReason[]
  suggestedReason?: DecisionReason | undefined
  /** Asks for how long. */
  asksDays?: boolean
  /** The note has to say what it is about. */
  asksNote?: boolean
}

export interface DecisionSubject {
  /** Of the student. */
  name: string
  /** Of the listing, if it is about one. */
  title?: string | undefined
}

export const decisionLabels: Record<Decision, string> = {
  keep: 'Keep',
  ask_to_edit: 'Ask to edit',
  remove: 'Remove',
  warn: 'Warn',
  suspend: 'Suspend',
  ban: 'Ban',
}

const texts: Record<Decision, (subject: DecisionSubject) => Omit<DecisionText, 'reasons'>> = {
  keep: ({ name, title }) => ({
    title: title === undefined ? `Keep ${name}?` : 'Keep this listing?',
    consequence:
      title === undefined
        ? 'Nothing is wrong: the open reports are rejected, and those who reported are told.'
        : 'The open reports are rejected, and those who reported are told. If it is hidden, it is shown again at once, and not hidden again for the same reasons.',
    confirmLabel: 'Keep',
    suggestedReason: 'within_rules',
  }),
  ask_to_edit: ({ name }) => ({
    title: 'Ask for an edit?',
    consequence: `${name} is asked by mail to change the listing. It stays as it is; if it is hidden, it is shown again once it was edited. Those who reported are told.`,
    confirmLabel: 'Ask to edit',
  }),
  remove: ({ name }) => ({
    title: 'Remove this listing?',
    consequence: `It is gone for everyone at once. ${name} and those who reported are told.`,
    confirmLabel: 'Remove',
    danger: true,
  }),
  warn: ({ name }) => ({
    title: `Warn ${name}?`,
    consequence: `${name} gets a mail with the reason. Nothing else changes.`,
    confirmLabel: 'Warn',
    asksNote: true,
  }),
  suspend: ({ name }) => ({
    title: `Suspend ${name}?`,
    consequence: `Until it ends, ${name} cannot post, start conversations or report. Conversations they have go on, and their listings stay up.`,
    confirmLabel: 'Suspend',
    danger: true,
    asksDays: true,
    asksNote: true,
  }),
  ban: ({ name }) => ({
    title: `Ban ${name}?`,
    consequence: `${name} is logged out for good and their listings are gone at once. After ${banUndoDays} days the account is deleted; an undo then only lets them sign up again.`,
    confirmLabel: 'Ban',
    danger: true,
    asksNote: true,
  }),
}

export const decisionText = (action: Decision, subject: DecisionSubject): DecisionText => ({
  ...texts[action](subject),
  reasons: reasonsFor(action, isListingAction(action, subject) ? 'listing' : 'student'),
})

const isListingAction = (action: Decision, { title }: DecisionSubject) =>
  title !== undefined && listingActions.some((each) => each === action)

/** Taking a decision back. */
export const undoText = (action: Decision, { name }: { name: string }): DecisionText => ({
  title: `Undo “${decisionLabels[action]}”?`,
  consequence:
    action === 'ban'
      ? 'The account is open again, and its listings are back. If it is deleted already, the student can only sign up again.'
      : `It is as if it had not been decided: what it changed is changed back, and its reports are open again and wait for a decision. ${name} is told.`,
  confirmLabel: 'Undo',
  reasons: undoReasons,
  suggestedReason: 'mistake',
})
