import type { Decision } from '#contract/moderation-rules.ts'

interface MessageSubject {
  /** Of the student. */
  name: string
  /** Of the listing, if it is about one. */
  title?: string | null | undefined
}

const subjectText = ({ name, title }: MessageSubject): string => (title ? `“${title}”` : name)

/** What the moderator is told after the decision. */
export const decidedMessages: Record<Decision, (subject: MessageSubject) => string> = {
  keep: (subject) => `${subjectText(subject)} stays. The people who reported it are told.`,
  ask_to_edit: (subject) => `${subject.name} is asked to edit ${subjectText(subject)}.`,
  remove: (subject) => `${subjectText(subject)} is removed.`,
  warn: ({ name }) => `${name} is warned.`,
  suspend: ({ name }) => `${name} is suspended.`,
  ban: ({ name }) => `The account of ${name} is closed.`,
}

/** What waits for a decision again. */
const reopenedTexts = {
  reports: ' The reports are open again and wait for a decision.',
  answer: " The seller's answer waits for a decision again.",
}

export const undoneMessage = (
  subject: MessageSubject,
  reopened: keyof typeof reopenedTexts | undefined,
): string =>
  `The decision on ${subjectText(subject)} is undone.${reopened ? reopenedTexts[reopened] : ''}`
