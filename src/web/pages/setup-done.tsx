import type { ReactNode } from 'react'
import { campus } from '#campus/campus.ts'
import { isStaff } from '#contract/is-staff.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { restrictPage } from './restricted-page.tsx'

const { Component, loader } = restrictPage((user) => isStaff(user) && user?.role !== 'moderator')(
  SetupDone,
  () => null,
)

export { Component, loader }

/** What an operator does between the set-up and the first student. */
function SetupDone() {
  const needsFactor = useSession().user?.secondFactor === 'missing'
  useHead({ title: `Set-up done · ${campus.brand}`, description: 'What to do next.' })
  return (
    <div className="page-width pt-8 pb-12">
      <h1 className="title-2">{campus.brand} is open</h1>
      <p className="measure mt-2 text-ink-2">
        You are its first admin. The set-up link no longer works. Do these next.
      </p>
      <ol className="mt-8 grid gap-4 sm:grid-cols-2">
        {needsFactor && (
          <Task title="Set up your second factor">
            You can use <PageLink to={pagePaths.moderation()}>the moderation pages</PageLink> once
            you have a second factor: a passkey or an app.
          </Task>
        )}
        <Task title="Fill in the rest">
          <PageLink to={pagePaths.settings}>Settings</PageLink> also has places on campus, the law
          of your region, the choices in forms and the people on the About page.
        </Task>
        <Task title="Read the rules">
          <PageLink to={pagePaths.rules}>The rules</PageLink> say what may be listed, and{' '}
          <PageLink to={pagePaths.privacy}>the privacy page</PageLink> what is kept and for how
          long. Let somebody at your university read both.
        </Task>
        <Task title="Invite a moderator">
          Ask a second person to sign up, then choose their role under{' '}
          <PageLink to={pagePaths.moderatedStudents()}>Students</PageLink>. Nobody decides on their
          own listings, so one person is not enough.
        </Task>
        <Task title="Make backups">
          The daily backup is on the disk of the server. Run{' '}
          <Command>npm run backup -- FILE</Command> every day too, keep the file on another machine,
          and restore one before you tell anybody about the site.
        </Task>
        <Task title="Check your domain">
          Your domain needs DNS records: one for the address of the server, and SPF and DKIM for its
          emails. Without SPF and DKIM, codes end up in junk folders.
        </Task>
      </ol>
      <div className="mt-8 flex flex-wrap gap-3">
        {needsFactor && (
          <LinkButton as={Link} to={pagePaths.moderation()}>
            Set up the second factor
          </LinkButton>
        )}
        <LinkButton as={Link} to={pagePaths.sell} variant="secondary">
          Post the first listing
        </LinkButton>
      </div>
    </div>
  )
}

function Task({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="panel">
      <h2 className="title-4">{title}</h2>
      <p className="mt-2 text-ink-2">{children}</p>
    </li>
  )
}

const PageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="link">
    {children}
  </Link>
)

const Command = ({ children }: { children: ReactNode }) => (
  <code className="wrap-anywhere text-ink">{children}</code>
)
