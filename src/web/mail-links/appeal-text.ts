import type { Appeal } from '#contract/appeals.ts'
import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import type { LogAction } from '#contract/moderation-rules.ts'
import { formatDate, pluralize } from '#format/format.ts'

/** Describes a moderator's decision in a sentence: "On Nov 3, 2026, a moderator removed your listing “Bike”." */
export function decisionText({ action, listingTitle, days, decidedAt }: Appeal): string {
  const listing = listingTitle ? `your listing “${listingTitle}”` : 'a listing of yours'
  const done: Partial<Record<LogAction, string>> = {
    ask_to_edit: `asked you to change ${listing}`,
    remove: `removed ${listing}`,
    warn: 'warned you',
    suspend: `suspended you from posting, starting conversations and reporting for ${pluralize(days ?? 0, 'day')}`,
    ban: 'closed your account',
  }
  const actor = action === 'ban' ? 'an admin' : 'a moderator'
  return `On ${formatDate(decidedAt)} ${actor} ${done[action] ?? `decided about ${listing}`}.`
}

/** Returns a sentence such as "The reason: Scam." */
export const reasonText = ({ reason }: Appeal): string | null =>
  reason && `The reason: ${decisionReasonLabels[reason]}.`

interface AppealScreen {
  title: string
  lead: string
}

/** Returns who decides about the appeal. Only admins close accounts, so only they decide about a ban. */
export const actorRole = ({ action }: Appeal) => (action === 'ban' ? 'admin' : 'moderator')

/** The heading of the page, and the sentence below it. */
export function appealScreen(appeal: Appeal, isJustSent: boolean): AppealScreen {
  const { state, expiresAt, appealedAt } = appeal
  const lookedAt = "We've looked at your appeal."
  switch (state) {
    case 'open':
      return {
        title: "Think it's wrong?",
        lead: `Tell us why by ${formatDate(expiresAt)}. Where possible, a different ${actorRole(appeal)} will review it.`,
      }
    case 'waiting':
      return {
        title: isJustSent ? 'Your appeal is sent' : 'Your appeal is waiting',
        lead: `You sent it on ${formatDate(appealedAt)}. We'll email you the decision.`,
      }
    case 'rejected':
      return { title: 'The decision stands', lead: lookedAt }
    case 'reversed':
      return { title: 'The decision is undone', lead: lookedAt }
    case 'expired':
      return {
        title: "It's too late to appeal",
        lead: `You could appeal until ${formatDate(expiresAt)}.`,
      }
  }
}
