import type { ReactNode } from 'react'
import {
  appealDays,
  banUndoDays,
  keptOnHold,
  keptReportDays,
  notKeptOnHold,
} from '#contract/moderation-rules.ts'
import { PageContents } from '../ui/content/page-contents.tsx'

/** When we email a student, as parts of one sentence. */
const emailReasons = [
  'when you need to confirm your address,',
  "when you ask for a code that confirms that it's you,",
  'when you ask for a new password, and when it was changed,',
  'when your university account was connected,',
  'when a passkey or second factor was added, removed or reset,',
  'at most once a day when your listings end soon, have ended or have been pending for long,',
  'when a moderator has decided about you, your listing or something you reported,',
  'when others say that something you list is gone,',
  'if you are an admin: when email domains or the contact address have changed, when something is wrong with the site and, unless you turn it off, on Mondays with a summary of last week,',
  'when someone asks us for your data or to delete your account, and when a role you have is about to end or has ended,',
  'unless you turn it off, when you have an unread message (the email has its text, which we remove from our copy once it is sent),',
  'unless you turn it off, before and after a meeting that you agreed on, and when it is cancelled,',
  'unless you turn it off, when a saved search finds something new or was paused, or a new listing fits your housing request or your rental, and',
  'only if you ask for it, when the price of a favourite drops or it is pending, sold or back.',
]

/** The headings of the page, which are also its contents. */
const titles = {
  account: 'Your account',
  listings: 'Your listings and photos',
  housing: 'Looking for a place',
  messages: 'Messages',
  saved: 'What you save',
  device: 'On your own device',
  moderation: 'Reports and moderators',
  visits: 'Visits',
  email: 'Emails and limits',
  deletion: 'Deleting your data',
}

/** Links to the parts. On wide screens they stay beside the text. */
export function PrivacyContents() {
  return (
    <PageContents
      sections={Object.entries(titles)}
      className="lg:order-last lg:sticky lg:top-24 lg:self-start"
    />
  )
}

export function Part({ id, children }: { id: keyof typeof titles; children: ReactNode }) {
  return (
    <Section id={id} title={titles[id]}>
      {children}
    </Section>
  )
}

export function Section({
  id,
  title,
  children,
}: {
  id?: string
  title: ReactNode
  children: ReactNode
}) {
  return (
    <section className="measure min-w-0 [overflow-wrap:anywhere]">
      <h2 id={id} tabIndex={id === undefined ? undefined : -1} className="title-3 outline-none">
        {title}
      </h2>
      <div className="mt-3 grid gap-3">{children}</div>
    </section>
  )
}

export function ModerationPart() {
  return (
    <Part id="moderation">
      <p>
        When you report something, we keep your reason, your note and the outcome. We don't tell the
        student that it was you. If you delete your account, we delete your note and your name. The
        reason and the outcome stay. For 24 months they have a fingerprint of your address, so that
        nobody reports the same thing again and again with new accounts.
      </p>
      <p>
        Moderators see names, listings (even hidden and removed ones), reports and who made them,
        earlier decisions, and your reply to a note on your listing. They don't see email addresses,
        passwords or messages, except reported messages. Only admins can look up an email address,
        to tell apart people of the same name. Each look-up and each search is logged, with what was
        searched. We delete what they and you write about a decision or a note after 24 months. We
        keep a record of each decision for good: who made it, about whom and why, with numbers
        instead of names.
      </p>
      <p>
        Moderators can write notes to each other about a student or a listing. The notes are deleted
        after 24 months, and those about you with your account. They are not in the data that you
        can download, because they may name people who reported something. To get the notes about
        you, write to us. Before we send them, we remove what is about other people.
      </p>
      <p>
        If you are reported for something serious (a scam, hate, harassment, private information or
        something that is not allowed), deleting the listing does not close the case. Moderators
        keep its title, category, price and text, and still decide about you. They keep it for{' '}
        {appealDays} days after their decision, so that you can appeal. If you delete your account
        before they have decided, we keep the report and this text for {keptReportDays} days, with a
        fingerprint of your address instead of your name. If you sign up again in that time,
        moderators see the case again. After that it is deleted.
      </p>
      <p>
        We keep a fingerprint of a suspended student's address until the suspension would end, even
        if the account is deleted. We keep that of a banned student for good. It tells us whether
        someone comes back, and can't be turned back into the address. A ban closes the account, and
        we delete it after {banUndoDays} days. Until then, a link in our email about it lets the
        student download everything we have about them.
      </p>
      <p>
        If you are a moderator or an admin, we keep when your role ends, the last day you used it,
        and when an admin confirmed it. Other admins can see this.
      </p>
      <p>
        If the law requires us to keep your data, for example for the police, an admin puts your
        account on hold. This hides your listings. Until the hold ends, we keep {keptOnHold}. We do
        not keep your {notKeptOnHold}. Each hold has a reason and a day on which we review it, and
        is logged.
      </p>
    </Part>
  )
}

export function EmailPart() {
  return (
    <Part id="email">
      <p>We write to you</p>
      <ul className="grid list-disc gap-1 pl-5">
        {emailReasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>
        Emails about your listings, messages, saved searches and favourites have a link that stops
        them. If an email can't be sent, we keep its text for up to three months, unless it has a
        code or a link that opens your account.
      </p>
      <p>
        To stop people from guessing passwords and codes, we count failed tries under a fingerprint
        that doesn't name you. We keep these counts for a day at most.
      </p>
    </Part>
  )
}
