import { meetUpSpots, proposalText } from '#contract/meeting-rules.ts'
import { dayMs, toIso } from '#server/durations.ts'
import { buildReminderMail } from '#server/listings/reminders/reminder-mail.ts'
import { buildMessageMail, type MailedConversation } from '#server/messages/mails/message-mail.ts'
import {
  buildMeetingCancelled,
  buildMeetingQuestion,
  buildMeetingReminder,
} from '#server/messages/meetings/meeting-mails.ts'
import { buildStillThereMail } from '#server/moderation/mails/still-there-mail.ts'
import type { MailVariants, SampleContext } from './sample-context.ts'

export function listingSamples(context: SampleContext) {
  const { student, links, appUrl, now, token } = context
  const { room, apartment, book, bike, lamp } = context.listings
  const since = now - 6 * dayMs
  const startsAt = toIso(now + dayMs)
  const place = { place_kind: 'spot', place: meetUpSpots()[0]?.name ?? '' } as const
  const meeting = { ...place, threadId: bike.id, startsAt }
  const ended = { ...book, endsAt: new Date(now - dayMs).toISOString() }
  const gone = { listing: bike, answerBy: now + 3 * dayMs, appUrl }
  const remind = (...sections: Parameters<typeof buildReminderMail>[1]) =>
    buildReminderMail(student, sections, { links, now })
  return {
    'listing-reminders': [
      {
        name: 'one ends',
        mail: remind({ reminder: 'ending', items: [{ listing: room, since, token }], more: 0 }),
      },
      {
        name: 'several',
        mail: remind(
          { reminder: 'ended', items: [{ listing: ended, since, token }], more: 0 },
          {
            reminder: 'ending',
            items: [
              { listing: apartment, since, token },
              { listing: lamp, since },
            ],
            more: 7,
          },
          { reminder: 'pending', items: [{ listing: bike, since }], more: 0 },
        ),
      },
    ],
    'unread-messages': [
      {
        name: 'one conversation',
        mail: buildMessageMail(student, [conversation(context, 'bike')], { more: 0, links }),
      },
      {
        name: 'with an offer',
        mail: buildMessageMail(
          student,
          [
            {
              ...conversation(context, 'bike'),
              texts: ['I offer $80.'],
              more: 0,
              offer: { amount: 80, endsAt: toIso(now + 2 * dayMs) },
            },
          ],
          { more: 0, links },
        ),
      },
      {
        name: 'with a proposal to meet',
        mail: buildMessageMail(
          student,
          [
            {
              ...conversation(context, 'bike'),
              texts: [proposalText({ ...place, times: [startsAt] }, 'first')],
              more: 0,
              isProposal: true,
            },
          ],
          { more: 0, links },
        ),
      },
      {
        name: 'with signals',
        mail: buildMessageMail(student, [scam(context, 'room')], { more: 0, links }),
      },
      {
        name: 'several',
        mail: buildMessageMail(
          student,
          [conversation(context, 'bike'), scam(context, 'apartment')],
          { more: 2, links },
        ),
      },
    ],
    'meeting-reminder': [
      { name: 'usual', mail: buildMeetingReminder(student, meeting, links) },
      {
        name: 'own words',
        mail: buildMeetingReminder(
          student,
          { ...meeting, place_kind: 'other', place: 'Bus stop <Keats & King>' },
          links,
        ),
      },
    ],
    'meeting-question': [{ name: 'usual', mail: buildMeetingQuestion(student, meeting, links) }],
    'meeting-cancelled': [{ name: 'usual', mail: buildMeetingCancelled(student, meeting, links) }],
    'ask-if-gone': [
      { name: 'usual', mail: buildStillThereMail(student, { ...gone, token }) },
      {
        name: 'without renewal',
        mail: buildStillThereMail(student, { ...gone, token: undefined }),
      },
    ],
  } satisfies Record<string, MailVariants>
}

type ListingKey = 'bike' | 'apartment' | 'room'

function conversation({ listings }: SampleContext, key: ListingKey): MailedConversation {
  const listing = listings[key]
  return {
    threadId: listing.id,
    category: listing.category,
    sender: 'Liam',
    texts: [
      'Hi, is it still there? I could come by tomorrow after my last class, around four.',
      'Or on Saturday morning.\nWhatever suits you.',
    ],
    more: 1,
    about: { listingId: listing.id, title: listing.title, listing },
  }
}

const scam = (context: SampleContext, key: ListingKey): MailedConversation => ({
  ...conversation(context, key),
  texts: ['I am out of the country until May. Send the deposit by Western Union and it is yours.'],
  more: 0,
})
