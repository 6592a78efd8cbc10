import { campus } from '#campus/campus.ts'
import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import type { OwnListing } from '#contract/listing.ts'
import { maxHiddenDays, staysHidden } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatShortDate } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'

interface ModerationNoticeProps {
  listing: Pick<OwnListing, 'status' | 'moderation'>
  className: string
}

/** Tells the owner why a listing is hidden or removed, or what a moderator wants them to edit. */
export function ModerationNotice({ listing, className }: ModerationNoticeProps) {
  const text = moderationText(listing, useToday())
  if (!text) return null
  return (
    <div className={className}>
      <Callout>
        <p className="font-semibold">{text.what}</p>
        {text.note && (
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
            The moderator wrote: “<bdi>{text.note}</bdi>”
          </p>
        )}
        <p className="mt-1">
          {`${text.next} `}
          <Link to={pagePaths.rules} className="link">
            Read the rules
          </Link>
        </p>
      </Callout>
    </div>
  )
}

interface ModerationText {
  what: string
  /** The moderator's note. */
  note: string | null
  next: string
}

type Moderation = NonNullable<OwnListing['moderation']>

const whatHappened: Record<Moderation['action'], string> = {
  hide: 'Students reported it',
  ask_to_edit: 'A moderator asks you to change it',
  remove: 'A moderator removed it',
  pause: "It's hidden for now",
  plan_deletion: "It's hidden because your account will be deleted",
}

/** Says why a listing is hidden or removed or what to edit, and what happens next. Returns null for all other listings. */
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
        : 'Please edit it. Until you do, others still see it unchanged.'
    case 'remove':
      return "Only you and the moderators can see it, and editing doesn't bring it back."
    case 'pause':
      return `Questions? Write to ${campus.contactEmail}.`
    case 'plan_deletion':
      return 'It comes back if you keep your account.'
  }
}

/** Says how to appeal, if that is possible. Nobody can appeal when reports alone have hidden the listing. */
function appealStep({ appeal_until, appealed_at }: Moderation, today: string) {
  if (appealed_at) return 'Your appeal is waiting.'
  return (
    appeal_until &&
    `You can appeal until ${formatShortDate(Date.parse(appeal_until), today)} with the link in our email.`
  )
}
