import { campus } from '#campus/campus.ts'
import {
  formatMeetingTime,
  formatPlace,
  type MeetingPlace,
  outsideHoursText,
  placeHours,
} from '#contract/meeting-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatClock } from '#format/format.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { greet, type SubscribedUser } from '../../students/account-mails.ts'

interface MailedMeeting extends MeetingPlace {
  threadId: number
  startsAt: string
}

/** The subject has no place and no name, because it is logged. */
export function buildMeetingReminder(
  reader: SubscribedUser,
  { threadId, startsAt, ...place }: MailedMeeting,
  links: MailLinks,
): Mail {
  const subject = `Your meeting at ${formatClock(startsAt)}`
  const hours = placeHours(place)
  return renderMail('meeting-reminder', reader, subject, {
    preheader: `${formatMeetingTime(startsAt)}, ${formatPlace(place)}`,
    heading: subject,
    greeting: greet(reader),
    paragraphs: [
      `You have agreed to meet on ${formatMeetingTime(startsAt)}.`,
      `Place: ${formatPlace(place)}${hours ? ` (${hours})` : ''}`,
      ...(outsideHoursText(place, startsAt)
        ? ['That time is outside the opening hours of this place.']
        : []),
      `If you can't come, move or cancel the meeting on ${campus.brand}. Once you're there, press "I'm here".`,
    ],
    button: { label: 'Open the conversation', url: links.appUrl + pagePaths.thread(threadId) },
    note: 'See it before you pay. Tell a friend where you are: you can share a link to the meeting.',
    unsubscribe: unsubscribe(reader, links),
  })
}

/** The email does not say who cancelled, or why: one of the two may have blocked the other. */
export function buildMeetingCancelled(
  reader: SubscribedUser,
  { threadId, startsAt, ...place }: MailedMeeting,
  links: MailLinks,
): Mail {
  const subject = `Your meeting on ${formatMeetingTime(startsAt)} is cancelled`
  return renderMail('meeting-cancelled', reader, subject, {
    preheader: `Please don't go to ${formatPlace(place)}.`,
    heading: subject,
    greeting: greet(reader),
    paragraphs: [
      "The other student won't be there, so please don't go.",
      `Place: ${formatPlace(place)}`,
      'Did you add the meeting to your calendar? Open the conversation to remove it.',
    ],
    button: { label: 'Open the conversation', url: links.appUrl + pagePaths.thread(threadId) },
    unsubscribe: unsubscribe(reader, links),
  })
}

/** The answer is given on the site, where each button sends a POST. */
export function buildMeetingQuestion(
  reader: SubscribedUser,
  { threadId, startsAt }: Pick<MailedMeeting, 'threadId' | 'startsAt'>,
  links: MailLinks,
): Mail {
  const subject = 'Did your meeting work out?'
  return renderMail('meeting-question', reader, subject, {
    preheader: `Your meeting on ${formatMeetingTime(startsAt)}`,
    heading: subject,
    greeting: greet(reader),
    paragraphs: [
      `You had agreed to meet on ${formatMeetingTime(startsAt)}. Tell us how it went with one tap. We ask only once.`,
    ],
    button: { label: 'Answer', url: links.appUrl + pagePaths.thread(threadId) },
    unsubscribe: unsubscribe(reader, links),
  })
}

const unsubscribe = ({ id, createdAt }: SubscribedUser, { unsubscribeUrl }: MailLinks) => ({
  reason: 'You get this email because you have agreed to meet another student.',
  url: unsubscribeUrl({ kind: 'messages', id, createdAt }),
})
