import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { campus } from '#campus/campus.ts'
import { confirmWithinDays, secondFactorDays, securityEventDays } from '#contract/account-rules.ts'
import {
  maxReportedMessages,
  threadDaysAfterPeriod,
  threadMonths,
} from '#contract/message-rules.ts'
import { deletionDays, exportLinkDays } from '#contract/moderation-rules.ts'
import { keptDays } from '#contract/offline.ts'
import { emptySearchDays, minGroupSize } from '#contract/operations-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { keepMailedListingsDays, pauseSearchAfterDays } from '#contract/saved-rules.ts'
import type { TextPart } from '#contract/site-texts.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { PartBody, TextTitle, UpdatedNote } from '../settings/texts/site-text.tsx'
import { textQuery } from '../settings/texts/text-queries.ts'
import {
  EmailPart,
  ModerationPart,
  Part,
  PrivacyContents,
  Section,
} from '../site/privacy-parts.tsx'
import { PrivacySummary } from '../site/privacy-summary.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'

/** Most of the page is the same for every site, so it is shown even if the additions fail to load. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  await waitForData(queryClient.prefetchQuery(textQuery(api, 'privacy')), args.request)
  return null
}

export function Component() {
  useHead({
    title: `Privacy · ${campus.brand}`,
    description: `What ${campus.brand} stores about you, for how long, and how to have it deleted.`,
    canonical: pagePaths.privacy,
  })
  const query = textQuery(useApi(), 'privacy')
  const additions = useQuery(query)
  return (
    <div className="page-width pt-12 lg:pt-18">
      <h1 className="title-1">What we keep, and for how long</h1>
      <UpdatedNote name="privacy" updatedAt={additions.data?.updatedAt} />
      <p className="measure mt-6 text-ink-2 text-xl">
        We keep what you post and what you need to log in. We sell nothing and use no trackers, and
        you can delete it all with one button.
      </p>
      <PrivacySummary />
      <div className="mt-12 grid gap-10 lg:grid-cols-[minmax(0,1fr)_15rem] lg:gap-16">
        <PrivacyContents />
        <div className="grid gap-10">
          <Part id="account">
            <p>
              We keep your name, your university email address, and your password in a form that
              can't be turned back into the password. We keep them until you delete your account. We
              remove a new account if its address isn't confirmed within {confirmWithinDays} days.
            </p>
            <p>
              If you log in with your university account, we keep which university it belongs to,
              its ID there, and when you connected it and last used it, until you reset your
              password. We also keep how the university describes you, such as a student or an alum.
              The university learns that you log in here. We never keep its passwords or keys. While
              you log in, cookies remember a few things for at most 15 minutes: the page you came
              from, why a login failed, and what the university told us (your address, your name,
              your ID there and how it describes you). They are signed, so that nobody can change
              them, but not encrypted.
            </p>
            <p>
              We keep the date you last confirmed your address. We keep only a fingerprint of the
              code we email you, and one of the network you sign up from. We delete both within two
              hours. If your email server permanently refuses our emails, we keep the date and stop
              emailing you until you confirm the address again.
            </p>
            <p>
              For each device where you're logged in, we keep its browser, its system and when you
              last used it. For {securityEventDays} days, we keep what happened to your account,
              such as logins and failed tries. You see both on your account page. With each event,
              we keep a fingerprint of its network for the same time. The fingerprint tells networks
              apart without naming them.
            </p>
            <p>
              If you add a passkey, we keep its public key, its name and when you last used it,
              until you remove it. The secret on your device, and your fingerprint or face, never
              reach us. For moderators and admins we also keep a second factor: the encrypted key of
              their authenticator app, fingerprints of their recovery codes, and for{' '}
              {secondFactorDays} days or until they log out a fingerprint of each device where they
              used it.
            </p>
            <p>
              When you log in, one cookie remembers it. It ends after 14 days without a visit, and
              after 90 days in any case. A second cookie recognizes this device for a year. It keeps
              you from being locked out when someone else guesses passwords. The login page and
              passkeys set a third cookie for five minutes. If you choose light or dark, a cookie
              remembers it for a year. Visitors get no other cookies, except while they log in with
              a university account.
            </p>
          </Part>
          <Part id="listings">
            <p>
              We keep what you write and the photos you add until you delete the listing. If others
              have reported it for something serious, moderators keep its text until they decide. We
              strip hidden data, such as location, from photos. A photo that no listing uses any
              more is removed within a few days. A link to a listing that has ended shows its title
              and first photo, until you delete the listing or a moderator takes it down.
            </p>
            <p>
              If this site estimates how far a rental is from a campus, we send its address, and
              nothing about you, to a map service. We keep the location we get back with the
              listing. We also keep it for 90 days under a fingerprint of the address, so that we
              don't have to ask again. Links to a map open another site, which then sees the
              address.
            </p>
            <p>
              To notice when another student's listing has the same photo, we keep a fingerprint of
              how each photo looks, for as long as the photo. Texts, messages and the links in them
              are compared with lists of words, and prices with those of similar listings, all on
              our server. We don't open links. All we do is show a note, and people decide.
            </p>
            <p>
              If you post several items at once when you move out, everyone can read the place and
              the time to pick them up, on a page with your name that search engines do not show. We
              keep both until you delete the last of these listings, or your account. You can change
              them. The page is gone once everything on it is gone.
            </p>
            <p>
              If you say what something went for, we keep that price and the day with the listing,
              and show it to nobody. When ten or more things of a kind were sold by at least five
              students, we show the range of the middle half, rounded. We add and remove sales only
              together with those of at least four other students, and count at most two from each.
              Nobody can work out your price from it on their own. Sales older than a year do not
              count.
            </p>
            <p>
              To find what you meant despite a typo, we keep a list of the words that listings use.
              It does not say whose words they are. A word is removed within about a day after the
              last listing that uses it has ended. From the second letter on, we receive what you
              type into a search box, so that we can suggest searches. We don't store it for that.
              Only your browser keeps your recent searches. You can clear them there, and logging
              out clears them too.
            </p>
            <p>
              Other students see your name with a listing. Visitors see your first name and the
              first letter of your last name. Your email address is never in a list, never in a
              search engine, and shown only to those who may write to you. To prevent harvesting, we
              record whose email you viewed and delete that daily.
            </p>
            <p>
              Your profile shows other students your name, your university, when you joined, when
              your address was confirmed, and what you are selling or have sold. While you have a
              listing, visitors see it too, with the first letter of your last name.
            </p>
          </Part>
          <Part id="housing">
            <p>
              Your housing requests are for students with a confirmed email address. Visitors and
              search engines never see them, and your profile shows them to these students only. A
              request has no photos. It ends on the day you want to move in. We compare it with the
              rentals on our server. You see what fits. The owner of a place that fits sees your
              request, and may get an email about it.
            </p>
            <p>
              Rentals and requests can say who lives there. These facts are for students with a
              confirmed email address, and for moderators. Students whom you blocked do not see
              them, but they still see the rest of your listings. These facts never appear in lists,
              feeds, search or emails. If your own request has such facts, you see yours next to
              those of others. Nobody else sees the two together.
            </p>
          </Part>
          <Part id="messages">
            <p>
              We keep what you and another student write to each other about a listing, and how far
              each of you has read. Only the two of you see it. If one of you reports the
              conversation, moderators can read its last {maxReportedMessages} messages before the
              report, and it is logged that they did.
            </p>
            <p>
              Offers are messages. We keep the outcome of each one as long as the conversation.
              Neither the other student nor moderators ever see the lowest offer you'd consider. It
              stays with your listing until you change it or the listing is deleted.
            </p>
            <p>
              Meetings are messages, too. We keep the place and the time that you agree on, and when
              you say that you are there. With a link that you share, a friend sees the place, the
              time and the first name of the other student until two hours after the meeting. You
              can end the link at any time. We keep no copy of it. Afterwards we ask both of you
              once how it went. If the other student says that you didn't come, your account page
              shows it, and you can give your view. Moderators can see both views, and nobody else
              can. All of it is deleted with the conversation.
            </p>
            <p>
              A conversation is deleted {threadMonths} months after its last message. One about a
              place stays until {threadDaysAfterPeriod} days after the last day in the listing, if
              that is later. If you delete your account, the other student keeps your messages,
              which then come from “Deleted account”. Once both of you have deleted your accounts,
              the conversation is deleted.
            </p>
            <p>
              We keep a list of the people you blocked until you unblock them. It has a fingerprint
              of their address, so that a new account with that address stays blocked. We do not
              tell them, but they see that they can't write to you.
            </p>
          </Part>
          <Part id="saved">
            <p>
              We keep favourites until you remove them or the listing is deleted. We keep saved
              searches until you delete them. Nobody else sees what you have saved. Sellers see how
              many students have saved a listing, but not who.
            </p>
            <p>
              For {keepMailedListingsDays} days, we keep which listings we have emailed you about,
              so that you never get one twice. We pause a saved search that you haven't used in{' '}
              {pauseSearchAfterDays} days, and ask whether you're still looking.
            </p>
          </Part>
          <Part id="device">
            <p>
              So that you can read without a network, your browser keeps your saved listings and
              searches, your account settings, the list of your conversations and the newest
              messages of those you have opened, for {keptDays} days. It deletes them when you log
              out, here or on another device, or when somebody else logs in there. The browser keeps
              a photo that you share from your phone for an hour, or until you add it to a form.
              Anything older is deleted the next time you open a page.
            </p>
            <p>
              Drafts stay on your device. They are deleted when you log out there, or when somebody
              else logs in there. If your login ends in another way, such as on another device, they
              wait until you log in again.
            </p>
          </Part>
          <ModerationPart />
          <Part id="visits">
            <p>
              We count how often each page is opened per day, and keep nothing about who opened it.
              We delete these counts after 90 days. Sellers see how often a listing was viewed. For
              that, we count each student once a day, and visitors on one network once a day
              together. We forget who is who at the end of the day.
            </p>
            <p>
              When a student searches and finds nothing, we keep the words for {emptySearchDays}{' '}
              days, without digits and email addresses. A fingerprint lets us count how many
              students searched for a word that day. We delete its key at the end of the day. Admins
              see only words that {minGroupSize} or more students searched for on the same day, and
              never who they were.
            </p>
          </Part>
          <EmailPart />
          <Part id="deletion">
            <p>
              On your{' '}
              <Link to={pagePaths.account} className="link">
                account page
              </Link>{' '}
              you can download everything we have about you, and delete your account. Deleting
              removes your account, your listings and their photos right away and for good, except
              for what we say above about messages and moderators. Our daily backups keep a copy for
              seven more days, and other backups for up to 30 days.
            </p>
            <p>
              If you can't log in, write to us. We can email you a link to your data, which works
              for {exportLinkDays} days. Or we can delete your account after {deletionDays} days.
              Until then you can still change your mind. Questions:{' '}
              <a href={buildMailtoUrl(campus.contactEmail)} className="link">
                {campus.contactEmail}
              </a>
            </p>
          </Part>
          <AwaitQuery query={query}>
            {({ parts }) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same title, and none moves
              parts.map((part, index) => <Addition key={index} part={part} />)
            }
          </AwaitQuery>
        </div>
      </div>
    </div>
  )
}

/** A part of what the operators of the site add. What they write above their first heading gets one of ours. */
function Addition({ part }: { part: TextPart }) {
  if (!part.title && !part.html && part.cards.length === 0) return null
  return (
    <Section title={part.title === null ? 'More about this site' : <TextTitle html={part.title} />}>
      <PartBody part={part} />
    </Section>
  )
}
