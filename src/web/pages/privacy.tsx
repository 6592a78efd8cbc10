import type { ReactNode } from 'react'
import { brand, contactEmail } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'

export function Component() {
  useHead({
    title: `Privacy · ${brand}`,
    description: `What ${brand} stores about you, for how long, and how to have it deleted.`,
    canonical: pagePaths.privacy,
  })
  return (
    <div className="page-width pt-12 lg:pt-18">
      <h1 className="title-1">What we keep, and for how long</h1>
      <p className="measure mt-6 text-ink-2 text-xl">
        In short: what you post and what you need to sign in, nothing to sell, no trackers, and a
        button that deletes it all.
      </p>
      <div className="mt-12 grid gap-10">
        <Part title="Your account">
          <p>
            Your name, your university e-mail address, and your password in a form that cannot be
            turned back into the password. We keep them until you delete your account.
          </p>
          <p>
            When you sign in, one cookie remembers it. It ends after 14 days without a visit, and
            after 90 days in any case. Visitors who are not signed in get no cookie.
          </p>
        </Part>
        <Part title="Your listings and photos">
          <p>
            What you write and the photos you add, until you delete the listing. From photos we
            remove everything a camera hides in them, such as where they were taken. A photo that no
            listing uses any more is removed within a few days.
          </p>
          <p>
            Everyone sees your name with a listing. Your e-mail address is never in a list, never in
            a search engine, and shown only to those who may write to you.
          </p>
        </Part>
        <Part title="Visits">
          <p>
            How often each page was opened on a day, and nothing about who opened it. These counts
            are deleted after 90 days. To tell sellers how often a listing was looked at, we count
            each student once a day, and visitors who share a network once a day together; what
            tells them apart is forgotten when the day is over.
          </p>
        </Part>
        <Part title="Mails and limits">
          <p>
            We write to you when you ask for a new password, when it was changed, and at most once a
            day when listings of yours end soon, have ended or have been pending for long; the text
            is removed once it is sent. A mail that could not be sent keeps its text for up to three
            months, unless it held a link that opens your account. To keep others from guessing
            passwords we count failed tries, under a code that does not name you, for a day at most.
          </p>
        </Part>
        <Part title="Having it deleted">
          <p>
            On your{' '}
            <Link to={pagePaths.dashboard} className="link">
              dashboard
            </Link>{' '}
            you can download everything we have about you, and delete your account. Deleting removes
            your account, your listings and their photos at once and for good; our daily backups
            hold a copy for seven more days. Questions:{' '}
            <a href={`mailto:${contactEmail}`} className="link">
              {contactEmail}
            </a>
          </p>
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="measure">
      <h2 className="title-3">{title}</h2>
      <div className="mt-3 grid gap-3">{children}</div>
    </section>
  )
}
