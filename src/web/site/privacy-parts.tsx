import type { ReactNode } from 'react'
import {
  appealDays,
  banUndoDays,
  keptOnHold,
  keptReportDays,
  notKeptOnHold,
} from '#contract/moderation-rules.ts'

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
  'when we were asked for your data or to delete your account, and when a role you have is about to end or has ended,',
  'unless you turn it off, when you have an unread message (the email has its text, which we remove from our copy once it is sent),',
  'unless you turn it off, before and after a meeting that you agreed on, and when it is cancelled,',
  'unless you turn it off, when a saved search finds something new or was paused, or a new listing fits your housing request or your rental, and',
  'only if you ask for it, when the price of a favourite drops or it is pending, sold or back.',
]

export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="measure min-w-0 [overflow-wrap:anywhere]">
      <h2 className="title-3">{title}</h2>
      <div className="mt-3 grid gap-3">{children}</div>
    </section>
  )
}

export function ModerationPart() {
  return (
    <Part title="Reports and moderators">
      <p>
        If you report something: your reason, what you wrote and what came of it. The student you
        report is not told that it was you. If you delete your account, what you wrote and your name
        are deleted. The reason and the outcome stay. For 24 months they have a fingerprint of your
        address, so that nobody reports the same thing again and again with new accounts.
      </p>
      <p>
        Moderators see names, listings (even hidden and removed ones), reports and who made them,
        earlier decisions, and your reply to a note on your listing. They don't see email addresses,
        passwords or messages, except reported messages. Only admins can look up an email address,
        to tell apart people of the same name. Each look-up and each search is logged, with what was
        searched. What they and you write about a decision or a note is deleted after 24 months. We
        keep a record of each decision for good: who made it, about whom and why, with numbers
        instead of names.
      </p>
      <p>
        Moderators can write notes to each other about a student or a listing. The notes are deleted
        after 24 months, and those about you with your account. They are not in the data that you
        can download, because they may name people who reported something. To get the notes about
        you, write to us. A person will remove what is about others first.
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
        if the account is deleted, and that of a banned student for good. It tells whether someone
        comes back, and cannot be turned back into the address. A banned account is closed, and
        deleted after {banUndoDays} days. Until then, a link in our email about it lets the student
        download everything we have about them.
      </p>
      <p>
        If you are a moderator or an admin, we keep when your role ends, the last day you used it,
        and when an admin confirmed it. Other admins can see this.
      </p>
      <p>
        If the law requires us to keep what is about you, for example for the police, an admin puts
        your account on hold. Your listings are then hidden, and until the hold ends we keep{' '}
        {keptOnHold}. We do not keep your {notKeptOnHold}. Each hold has a reason, is logged, and
        has a day on which we look at it again.
      </p>
    </Part>
  )
}

export function EmailPart() {
  return (
    <Part title="Emails and limits">
      <p>We write to you</p>
      <ul className="grid list-disc gap-1 pl-5">
        {emailReasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>
        Emails about listings that end, messages, saved searches and favourites have a link that
        stops them. An email that could not be sent keeps its text for up to three months, unless it
        held a code, or a link that opens your account.
      </p>
      <p>
        To keep others from guessing passwords and codes, we count failed tries for a day at most,
        under a fingerprint that does not name you.
      </p>
    </Part>
  )
}
