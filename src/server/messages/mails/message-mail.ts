import { campus } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import { oneLine } from '#categories/text-rules.ts'
import type { Listing } from '#contract/listing.ts'
import { formatPriceWithUnit } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { signalAdvice } from '#contract/signal-advice.ts'
import { formatAmount, formatClock, formatDate, pluralize } from '#format/format.ts'
import { toMailItem } from '../../listings/present-listing.ts'
import type { MailItem } from '../../mail/mail-content.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { greet, type SubscribedUser } from '../../students/account-mails.ts'
import { messageSignals } from '../present-thread.ts'

export interface MailedConversation {
  threadId: number
  category: CategoryId
  /** The first name of the sender. */
  sender: string
  /** The first unread messages. */
  texts: string[]
  /** How many unread messages are left out. */
  more: number
  /** The other student's open offer, and when it ends. */
  offer?: { amount: number; endsAt: string } | undefined
  /** Whether the other student's proposal to meet waits for an answer. */
  isProposal?: boolean
  /** The listing, or undefined if a moderator or reports have taken it down. */
  about?: {
    listingId: number
    title: string
    /** The listing's data, or undefined if students cannot see the listing. */
    listing?: Listing
  }
}

interface MessageMailContext {
  /** How many conversations are left out. */
  more: number
  links: MailLinks
}

const template = 'unread-messages'
/** Replaces the subject in the log and in stored rows, because the real subject has a name and a title. */
export const loggedSubject = 'New messages'

/** The longest excerpt of a message in an email about several conversations. */
const maxExcerptLength = 200
const maxPreheaderLength = 100

export function buildMessageMail(
  reader: SubscribedUser,
  conversations: MailedConversation[],
  context: MessageMailContext,
): Mail {
  const [first, second] = conversations
  if (first && !second) return buildConversationMail(reader, first, context)
  return buildGatheredMail(reader, conversations, context)
}

function buildConversationMail(
  reader: SubscribedUser,
  conversation: MailedConversation,
  { links }: MessageMailContext,
): Mail {
  const { appUrl } = links
  const { threadId, sender, texts, more, about } = conversation
  const count = texts.length + more
  const heading = `${count === 1 ? 'New message' : `${count} new messages`} from ${sender}`
  const subject = oneLine(about ? `${heading} about ${about.title}` : heading)
  const remark = remarkOn(conversation)
  return renderMail(template, reader, subject, {
    preheader: shorten(texts[0] ?? '', maxPreheaderLength),
    heading,
    greeting: greet(reader),
    paragraphs: paragraphsOf(conversation),
    quote: {
      label: `${sender} wrote:`,
      text: [...texts, ...(more > 0 ? [`… and ${more} more on ${campus.brand}`] : [])].join('\n\n'),
    },
    ...(remark && { remark }),
    ...(about && { sections: [{ heading: 'About', items: [presentListing(about, appUrl)] }] }),
    button: {
      label: answerLabel(conversation) ?? `Reply on ${campus.brand}`,
      url: appUrl + pagePaths.thread(threadId),
    },
    // The note makes links of addresses, so a name that could be one is not in it.
    note: note(/[/.:@]/.test(sender) ? 'them' : sender),
    unsubscribe: unsubscribe(reader, links),
  })
}

function buildGatheredMail(
  reader: SubscribedUser,
  conversations: MailedConversation[],
  { more, links }: MessageMailContext,
): Mail {
  const { appUrl } = links
  const subject = `Unread messages in ${pluralize(conversations.length + more, 'conversation')}`
  return renderMail(template, reader, subject, {
    preheader: [...new Set(conversations.map(({ sender }) => sender))].join(', '),
    heading: subject,
    greeting: greet(reader),
    paragraphs: ['These messages are waiting for you:'],
    sections: [
      {
        heading: 'Unread',
        items: conversations.map((conversation) => presentConversation(conversation, appUrl)),
        ...(more > 0 && { more: `and ${pluralize(more, 'more conversation')}` }),
      },
    ],
    button: {
      label: 'Open your messages',
      url: appUrl + pagePaths.messages,
      isSecondary: true,
    },
    note: note('the other students'),
    unsubscribe: unsubscribe(reader, links),
  })
}

function presentListing(
  { title, listing }: NonNullable<MailedConversation['about']>,
  appUrl: string,
): MailItem {
  if (!listing) return { title, text: 'No longer shown' }
  return toMailItem(listing, { text: formatPriceWithUnit(listing), appUrl })
}

function presentConversation(conversation: MailedConversation, appUrl: string): MailItem {
  const { threadId, category, sender, texts, more, about } = conversation
  const others = texts.length - 1 + more
  const excerpt = `${sender}: ${shorten(texts[0] ?? '', maxExcerptLength)}`
  const remark = remarkOn({ category, texts: texts.slice(0, 1) })
  return {
    ...(about ? presentListing(about, appUrl) : { title: `Message from ${sender}` }),
    text: others > 0 ? `${excerpt} (and ${others} more)` : excerpt,
    ...(remark && { remark }),
    link: {
      label: answerLabel(conversation) ?? 'Read and reply',
      url: appUrl + pagePaths.thread(threadId),
    },
  }
}

/** Returns the warnings and advice that the page shows below the messages, each sentence once. */
function remarkOn({
  texts,
  category,
}: Pick<MailedConversation, 'texts' | 'category'>): string | undefined {
  const signals = texts.flatMap((text) => messageSignals(text, category))
  if (signals.length === 0) return undefined
  const subject = texts.length === 1 ? 'this message' : 'these messages'
  const sentences = new Set(signals.map(({ sentence }) => sentence))
  return [
    `A note from ${campus.brand} about ${subject}:`,
    ...sentences,
    signalAdvice(signals),
  ].join(' ')
}

/** The button, if something in the conversation can be answered in one press. */
function answerLabel({ offer, isProposal }: MailedConversation): string | undefined {
  if (offer) return 'Answer the offer'
  if (isProposal) return 'Choose a time'
}

const paragraphsOf = ({ offer, isProposal }: MailedConversation) => [
  ...(offer ? [offerParagraph(offer)] : []),
  ...(isProposal ? [`Choose a time on ${campus.brand}, decline, or propose other times.`] : []),
]

/** The page behind the link has the buttons. No link in an email answers by itself: mail scanners open links. */
const offerParagraph = ({ amount, endsAt }: NonNullable<MailedConversation['offer']>) =>
  `There is an open offer of ${formatAmount(amount)}. You can accept, decline or counter it on ${campus.brand}. It ends on ${formatDate(endsAt)}, ${formatClock(endsAt)}.`

const note = (whom: string) => `Replies here don't reach ${whom}. Reply on ${campus.brand}.`

const unsubscribe = ({ id, createdAt }: SubscribedUser, { unsubscribeUrl }: MailLinks) => ({
  reason: "You get this email because you haven't read these messages.",
  url: unsubscribeUrl({ kind: 'messages', id, createdAt }),
})

function shorten(text: string, maxLength: number): string {
  const characters = [...oneLine(text)]
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('')
}
