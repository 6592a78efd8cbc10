import { campus } from '#campus/campus.ts'
import { campusZoneName } from '#campus/zone.ts'
import { formatMeetingTime } from '#contract/meeting-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { loadMailLink, MailLinkPage, meetingLinkQuery } from '../mail-links/mail-link.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

export const loader = loadMailLink(meetingLinkQuery)

/** What a student has shared with a friend: where and when they meet somebody. */
export function Component() {
  useHead({
    title: `A shared meeting · ${campus.brand}`,
    description: 'A meeting that a friend shared with you.',
  })
  return (
    <MailLinkPage query={meetingLinkQuery} deadEnd={() => <DeadEnd />}>
      {({ place, starts_at, ends_at, first_name }) => (
        <EntranceLayout
          title="Your friend is meeting someone"
          lead={`Your friend has shared this with you on ${campus.brand}, their campus marketplace.`}
        >
          <dl className="mt-6 grid gap-4">
            <Fact label="With">{first_name}</Fact>
            <Fact label="When">{formatMeetingTime(starts_at)}</Fact>
            <Fact label="Where">{place.replace(/^the /, 'The ')}</Fact>
          </dl>
          <p className="mt-6 text-ink-2">
            Times are in {campusZoneName()} time. This link works until {formatMeetingTime(ends_at)}
            .
          </p>
        </EntranceLayout>
      )}
    </MailLinkPage>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd dir="auto" className="wrap-anywhere font-semibold text-lg">
        {children}
      </dd>
    </div>
  )
}

/** The same for every link that does not work, so that nobody learns why. */
function DeadEnd() {
  return (
    <EntranceLayout
      title="Nothing to see here"
      lead="This link doesn't work, or it has ended. Ask your friend for a new one."
    >
      <LinkButton as={Link} to={pagePaths.home} fullWidth className="mt-6">
        Go to {campus.brand}
      </LinkButton>
    </EntranceLayout>
  )
}
