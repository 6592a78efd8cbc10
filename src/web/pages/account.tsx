import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { campus } from '#campus/campus.ts'
import { secondFactorDays, securityEventDays } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { isStaff } from '#contract/is-staff.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountData } from '../account/account-data.tsx'
import { ChangePasswordForm, NamesForm } from '../account/account-forms.tsx'
import { AccountSummary } from '../account/account-summary.tsx'
import { DeviceList } from '../account/device-list.tsx'
import { EmailSettings } from '../account/email-settings.tsx'
import { PasskeyList } from '../account/login-ways/passkey-list.tsx'
import { SecondFactorSettings } from '../account/login-ways/second-factor-settings.tsx'
import { PauseNotice } from '../account/posting-notice.tsx'
import { SecurityEventList } from '../account/security-event-list.tsx'
import { BlockedStudents } from '../messages/blocked-students.tsx'
import { MissedMeetingList } from '../messages/meetings/missed-meeting-list.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import {
  accountQuery,
  blocksQuery,
  devicesQuery,
  missedMeetingsQuery,
  securityEventsQuery,
  securityQuery,
} from '../session/account-queries.ts'
import { hasMessages } from '../session/has-messages.ts'
import { ForStudent } from '../session/login-redirects.tsx'
import { loadLoginWays, useLoginWays } from '../session/login-ways.ts'
import { ThemeSelect } from '../site/theme-select.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { PageContents } from '../ui/content/page-contents.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The headings of the page, which are also its contents. */
const titles = {
  name: 'Name',
  password: 'Password',
  passkeys: 'Passkeys',
  'second-factor': 'Second factor',
  email: 'Email',
  appearance: 'Appearance',
  blocked: 'Blocked students',
  'missed-meetings': 'Missed meetings',
  devices: 'Logged-in devices',
  events: 'Security',
  data: 'Your data',
}

type SectionId = keyof typeof titles

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // A failure appears in its own section, which offers to try again.
  await waitForData(
    Promise.allSettled([
      queryClient.ensureQueryData(accountQuery(api)),
      queryClient.ensureQueryData(securityQuery(api)),
      queryClient.ensureQueryData(devicesQuery(api)),
      queryClient.ensureQueryData(securityEventsQuery(api)),
      queryClient.ensureQueryData(blocksQuery(api)),
      queryClient.ensureQueryData(missedMeetingsQuery(api)),
      loadLoginWays(args),
    ]),
  )
  return null
}

export function Component() {
  useHead({
    title: `Your account · ${campus.brand}`,
    description: 'Your name, how you log in, and your settings.',
  })
  return (
    <ForStudent>
      {(student) => (
        <div data-eager-script className="page-width pt-8 lg:pt-12">
          <h1 className="title-1">Your account</h1>
          <PauseNotice className="mt-6 mb-6" />
          <Account student={student} />
        </div>
      )}
    </ForStudent>
  )
}

function Account({ student }: { student: SessionUser }) {
  const api = useApi()
  const devicesHeading = useRef<HTMLHeadingElement>(null)
  const blocksHeading = useRef<HTMLHeadingElement>(null)
  const passkeysHeading = useRef<HTMLHeadingElement>(null)
  const account = accountQuery(api)
  const security = securityQuery(api)
  const { password: hasPasswords } = useLoginWays()
  // Until it is known, most students have one.
  const { hasPassword = true } = useQuery(security).data ?? {}
  const { data: missed = [] } = useQuery(missedMeetingsQuery(api))
  /** Whether a section is shown. The others always are. */
  const isShown: Partial<Record<SectionId, boolean>> = {
    password: hasPasswords,
    'second-factor': isStaff(student),
    blocked: hasMessages(student),
    // Only students who have a record see it.
    'missed-meetings': missed.length > 0,
  }
  const sections = Object.entries(titles).filter(([id]) => isShown[id as SectionId] ?? true)
  return (
    <>
      <div className="mt-3 mb-8 lg:mb-10">
        <AwaitQuery query={account}>{(data) => <AccountSummary account={data} />}</AwaitQuery>
        <AwaitQuery query={security}>
          {({ university }) =>
            university && <p className="mt-3 text-ink-2">You can log in with {university.label}.</p>
          }
        </AwaitQuery>
      </div>
      {/* On wide screens the headings stand in a column, which is as easy to scan. */}
      <PageContents
        sections={sections}
        className="mb-8 lg:hidden"
        listClass="flex flex-wrap gap-x-5"
      />
      <AccountSection
        id="name"
        text={
          <>
            Your listings show it.{' '}
            <Link to={pagePaths.student(student.id)} className="link">
              See how others see you
            </Link>
          </>
        }
      >
        <AwaitQuery query={account}>{(data) => <NamesForm account={data} />}</AwaitQuery>
      </AccountSection>
      {isShown.password && (
        <AccountSection
          id="password"
          text={`${hasPassword ? 'When you change it' : 'You have none yet. When you set one'}, we log out your other devices and email you.`}
        >
          <AwaitQuery query={security}>
            {(data) => <ChangePasswordForm email={student.email} hasPassword={data.hasPassword} />}
          </AwaitQuery>
        </AccountSection>
      )}
      <AccountSection
        id="passkeys"
        text={`Log in with your finger, face or PIN${hasPassword ? ' instead of your password' : ''}. A passkey can't be guessed or given away by mistake.`}
        headingRef={passkeysHeading}
      >
        <AwaitQuery query={security}>
          {(data) => (
            <PasskeyList security={data} onRemoved={() => passkeysHeading.current?.focus()} />
          )}
        </AwaitQuery>
      </AccountSection>
      {isShown['second-factor'] && (
        <AccountSection
          id="second-factor"
          text={`Protects the moderation pages. We ask for a passkey or an app code every ${secondFactorDays} days on each device, and after you log out. We also ask before changes to roles, bans and settings, and before downloads.`}
        >
          <AwaitQuery query={security}>
            {(data) => <SecondFactorSettings security={data} />}
          </AwaitQuery>
        </AccountSection>
      )}
      <AccountSection id="email" text="Who sees your email, and what we send you.">
        <AwaitQuery query={account}>{(data) => <EmailSettings account={data} />}</AwaitQuery>
      </AccountSection>
      <AccountSection
        id="appearance"
        text="How pages look in this browser. Other devices keep their own choice."
      >
        <ThemeSelect />
      </AccountSection>
      {isShown.blocked && (
        <AccountSection
          id="blocked"
          text="You and a blocked student can't message each other. They aren't told, but they'll notice if they try to message you."
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
      {isShown['missed-meetings'] && (
        <AccountSection
          id="missed-meetings"
          text="Other students say you didn't come. Only you, that student and moderators can see this. It isn't proof, and it's deleted with the conversation."
        >
          <MissedMeetingList missed={missed} />
        </AccountSection>
      )}
      <AccountSection
        id="devices"
        text={`Don't recognize one? Log it out${hasPassword ? ', then change your password' : ''}.`}
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
        text={`Logins and changes in the last ${securityEventDays} days.`}
      >
        <AwaitQuery query={securityEventsQuery(api)}>
          {(events) => <SecurityEventList events={events} />}
        </AwaitQuery>
      </AccountSection>
      <AccountSection
        id="data"
        text="Download everything we have about you, or delete your account with your listings and photos for good."
      >
        <AwaitQuery query={account}>{(data) => <AccountData account={data} />}</AwaitQuery>
      </AccountSection>
    </>
  )
}

/** A section of the page: its subject, with the controls below or beside it. */
function AccountSection({
  id,
  text,
  headingRef,
  children,
}: {
  id: SectionId
  text?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const { hash } = useLocation()
  // The server does not see the hash.
  const isTarget = useHydrated() && hash === `#${id}`
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line border-t py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-12 lg:py-10"
    >
      <div>
        <h2
          id={id}
          ref={headingRef}
          tabIndex={-1}
          data-route-focus={isTarget || undefined}
          className="title-3 scroll-mt-6 outline-none"
        >
          {titles[id]}
        </h2>
        {text && <p className="mt-2 max-w-prose text-ink-2">{text}</p>}
      </div>
      <div className="panel min-w-0">{children}</div>
    </section>
  )
}
