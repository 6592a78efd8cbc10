import { useRef } from 'react'
import { brand } from '#campus.ts'
import { securityEventDays } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountData } from '../account/account-data.tsx'
import { AccountSection } from '../account/account-section.tsx'
import { AccountSummary } from '../account/account-summary.tsx'
import { ChangePasswordForm } from '../account/change-password-form.tsx'
import { DeviceList } from '../account/device-list.tsx'
import { EmailSettings } from '../account/email-settings.tsx'
import { NamesForm } from '../account/names-form.tsx'
import { SecurityEventList } from '../account/security-event-list.tsx'
import { BlockedStudents } from '../messages/blocked-students.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import {
  accountQuery,
  blocksQuery,
  devicesQuery,
  securityEventsQuery,
} from '../session/account-queries.ts'
import { hasMessages } from '../session/has-messages.ts'
import { RedirectToLogin } from '../session/redirect-to-login.tsx'
import { useSession } from '../session/session.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

export { loadAccount as loader } from './account.loader.ts'

/** Rendered for one person. */
export function Component() {
  useHead({ title: `Your account · ${brand}`, description: 'Your name, password and settings.' })
  const { user, isPending } = useSession()
  if (isPending) return <Spinner label="Loading…" />
  if (!user) return <RedirectToLogin path={pagePaths.account} />
  return (
    <div data-eager-script className="page-width pt-8 lg:pt-12">
      <h1 className="title-1">Your account</h1>
      <Account user={user} />
    </div>
  )
}

function Account({ user }: { user: SessionUser }) {
  const api = useApi()
  const devicesHeading = useRef<HTMLHeadingElement>(null)
  const blocksHeading = useRef<HTMLHeadingElement>(null)
  const account = accountQuery(api)
  return (
    <>
      <div className="mt-3 mb-8 lg:mb-10">
        <AwaitQuery query={account}>{(data) => <AccountSummary account={data} />}</AwaitQuery>
      </div>
      <AccountSection
        id="name"
        title="Name"
        text={
          <>
            Shown on your listings.{' '}
            <Link to={pagePaths.student(user.id)} className="link">
              See how others see you
            </Link>
          </>
        }
      >
        <AwaitQuery query={account}>{(data) => <NamesForm account={data} />}</AwaitQuery>
      </AccountSection>
      <AccountSection
        id="password"
        title="Password"
        text="When you change it, we log out your other devices and email you."
      >
        <ChangePasswordForm email={user.email} />
      </AccountSection>
      <AccountSection id="email" title="Email" text="Who sees your email, and what we send you.">
        <AwaitQuery query={account}>{(data) => <EmailSettings account={data} />}</AwaitQuery>
      </AccountSection>
      {hasMessages(user) && (
        <AccountSection
          id="blocked"
          title="Blocked students"
          text="You can't message each other. We don't tell them, but they'll see that they can't message you."
          headingRef={blocksHeading}
        >
          <AwaitQuery query={blocksQuery(api)}>
            {(students) => (
              <BlockedStudents
                students={students}
                onUnblocked={() => blocksHeading.current?.focus()}
              />
            )}
          </AwaitQuery>
        </AccountSection>
      )}
      <AccountSection
        id="devices"
        title="Logged-in devices"
        text="Don't recognize one? Log it out, then change your password."
        headingRef={devicesHeading}
      >
        <AwaitQuery query={devicesQuery(api)}>
          {(devices) => (
            <DeviceList devices={devices} onEnded={() => devicesHeading.current?.focus()} />
          )}
        </AwaitQuery>
      </AccountSection>
      <AccountSection
        id="events"
        title="Security"
        text={`Logins and changes in the last ${securityEventDays} days.`}
      >
        <AwaitQuery query={securityEventsQuery(api)}>
          {(events) => <SecurityEventList events={events} />}
        </AwaitQuery>
      </AccountSection>
      <AccountSection
        id="data"
        title="Your data"
        text="Download everything we have about you, or delete your account with your listings and photos for good."
      >
        <AwaitQuery query={account}>{(data) => <AccountData account={data} />}</AwaitQuery>
      </AccountSection>
    </>
  )
}
