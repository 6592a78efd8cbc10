import { categoryById } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { searchLabel } from '#contract/search-label.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { greet, type SubscribedUser } from '../../students/account-mails.ts'
import type { MailedSearch } from './saved-mail.ts'
import { loggedSubjects } from './saved-mail-payload.ts'

/** Builds the email that asks about all searches that were paused on a day. */
export function buildStillLookingMail(
  reader: SubscribedUser,
  searches: MailedSearch[],
  { appUrl, unsubscribeUrl }: MailLinks,
): Mail {
  const [first, second] = searches
  const isOne = first !== undefined && second === undefined
  const what = isOne ? 'this search' : 'these searches'
  return renderMail('still-looking', reader, loggedSubjects.stillLooking, {
    preheader: `Emails about ${what} are paused.`,
    heading: loggedSubjects.stillLooking,
    greeting: greet(reader),
    paragraphs: [
      `You haven't used ${what} in four months, so emails about ${isOne ? 'it' : 'them'} are paused.`,
      "Still looking? Press “Keep looking” on your saved page. If not, there's nothing to do.",
    ],
    sections: [
      {
        heading: isOne ? 'Paused' : `${searches.length} paused`,
        items: searches.map(({ category: id, query }) => ({
          title: searchLabel(categoryById[id], query),
          text: '',
          url: appUrl + pagePaths.browse(id, query),
        })),
      },
    ],
    button: { label: 'Open what you saved', url: appUrl + pagePaths.saved },
    unsubscribe: {
      reason: `You get this email because you saved ${what}.`,
      url: unsubscribeUrl(
        isOne
          ? { kind: 'search', id: first.id, createdAt: first.created_at }
          : { kind: 'saved', id: reader.id, createdAt: reader.createdAt },
      ),
    },
  })
}
