import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import { formatShortDate } from '#contract/format.ts'
import type { OwnListing } from '#contract/listings.ts'
import { maxHiddenDays, staysHidden } from '#contract/moderation-rules.ts'

export interface ModerationText {
  what: string
  /** What the moderator wrote. */
  note: string | null
  next: string
}

type Moderation = NonNullable<OwnListing['moderation']>

const whatHappened: Record<Moderation['action'], string> = {
  hide: 'Students reported it',
  ask_to_edit: 'A moderator asks you to change it',
  remove: 'A moderator removed it',
}

/** Why a listing is hidden or removed, or what is to be edited, and what happens next; null for all others. */
export function moderationText(
  { status, moderation }: Pick<OwnListing, 'status' | 'moderation'>,
  today: string,
): ModerationText | null {
  if (!moderation) return null
  const { action, reason, note } = moderation
  const what = `${whatHappened[action]}${reason ? `: ${decisionReasonLabels[reason]}.` : '.'}`
  const next = [nextStep(moderation, status), appealStep(moderation, today)]
  return { what, note, next: next.filter(Boolean).join(' ') }
}

function nextStep({ action, reason }: Moderation, status: OwnListing['status']): string {
  switch (action) {
    case 'hide':
      return `${staysHidden(reason) ? 'It stays hidden until a moderator has looked at it.' : `It's usually hidden for ${maxHiddenDays} days at most.`} We'll email you the outcome.`
    case 'ask_to_edit':
      return status === 'hidden'
        ? 'Edit it to show it again.'
        : 'Please edit it. Until then others see it as it is.'
    case 'remove':
      return "Only you and the moderators can see it, and editing doesn't bring it back."
  }
}

/** Against what reports did by themselves there is none. */
function appealStep({ appeal_until, appealed_at }: Moderation, today: string) {
  if (appealed_at) return 'Your appeal is waiting.'
  return (
    appeal_until &&
    `You can appeal until ${formatShortDate(Date.parse(appeal_until), today)} with the link in our email.`
  )
}
