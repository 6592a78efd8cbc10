import type { ReactNode } from 'react'
import { type DecisionReason, reasonsFor, undoReasons } from '#contract/decision-reasons.ts'
import {
  banUndoDays,
  type Decision,
  listingActions,
  type SignalAction,
} from '#contract/moderation-rules.ts'

/** The texts and questions of a decision's dialog. */
export interface DecisionText {
  title: string
  /** Says what will happen. */
  consequence: ReactNode
  confirmLabel: string
  danger?: boolean
  /** The reasons that the moderator can choose from. */
  reasons: readonly DecisionReason[]
  suggestedReason?: DecisionReason | undefined
  /** Whether the dialog asks for how many days. */
  asksDays?: boolean
  /** Whether the note is required, because it has to say what the decision is about. */
  asksNote?: boolean
}

interface DecisionSubject {
  /** The name of the student. */
  name: string
  /** The title of the listing, if the decision is about one. */
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
        ? 'This rejects the open reports, and we tell the people who sent them.'
        : "This rejects the open reports, and we tell the people who sent them. If the listing is hidden, it goes back up and can't be hidden again for the same reasons.",
    confirmLabel: 'Keep',
    suggestedReason: 'within_rules',
  }),
  ask_to_edit: ({ name }) => ({
    title: 'Ask for an edit?',
    consequence: `We email ${name} and ask for a change. The listing stays as it is. If it's hidden, it goes back up once it's edited. We tell the people who reported it.`,
    confirmLabel: 'Ask to edit',
  }),
  remove: ({ name }) => ({
    title: 'Remove this listing?',
    consequence: `This takes the listing down. We email ${name} and the people who reported it.`,
    confirmLabel: 'Remove',
    danger: true,
  }),
  warn: ({ name }) => ({
    title: `Warn ${name}?`,
    consequence: `${name} gets an email with the reason. Nothing else changes.`,
    confirmLabel: 'Warn',
    asksNote: true,
  }),
  suspend: ({ name }) => ({
    title: `Suspend ${name}?`,
    consequence: `Until it ends, ${name} can't post, report or start conversations. They can reply in the ones they have, and their listings stay up.`,
    confirmLabel: 'Suspend',
    danger: true,
    asksDays: true,
    asksNote: true,
  }),
  ban: ({ name }) => ({
    title: `Ban ${name}?`,
    consequence: `We log ${name} out for good and take down their listings. After ${banUndoDays} days we delete the account. After that, undoing the ban only lets them sign up again.`,
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

type Undoable = Decision | SignalAction | 'decide_together'

const undoLabels: Record<Undoable, string> = {
  ...decisionLabels,
  hide_signal: 'Hide this signal',
  keep_signal: 'Keep this signal',
  decide_together: 'Decide together',
}

const undoConsequences: Partial<Record<Undoable, string>> = {
  ban: "This opens the account again and brings back its listings. If it's already deleted, the student can only sign up again.",
  hide_signal:
    'The signal is shown again, and the answer waits for a decision. We tell the seller.',
  keep_signal: 'The answer waits for a decision again. We tell the seller.',
  decide_together:
    'This reverses all these decisions and reopens their reports. Every seller gets an email. Later decisions stay.',
}

/** The texts for undoing a decision. */
export const undoText = (action: Undoable, { name }: { name: string }): DecisionText => ({
  title: `Undo “${undoLabels[action]}”?`,
  consequence:
    undoConsequences[action] ??
    `This reverses the decision and reopens its reports. We tell ${name}.`,
  confirmLabel: 'Undo',
  reasons: undoReasons,
  suggestedReason: 'mistake',
})
