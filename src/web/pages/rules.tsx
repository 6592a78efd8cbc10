import {
  CircleCheckIcon,
  CircleXIcon,
  HandshakeIcon,
  LifeBuoyIcon,
  MegaphoneIcon,
  ScaleIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { brand, contactEmail } from '#campus.ts'
import { appealDays, maxHiddenDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonLabels, reportReasons } from '#contract/report-reasons.ts'
import { useHead } from '../head.ts'
import { reportReasonHelp } from '../reports/report-reason-help.ts'
import { LinkButton } from '../ui/link-button.tsx'

const iconProps = { size: 28, className: 'text-link' }

const short = [
  {
    icon: <CircleCheckIcon {...iconProps} />,
    title: 'List what is yours',
    points: [
      'Things, books and rooms that you own, rent or may pass on, and that are there now.',
      'Your own photos and an honest text: say what is worn, broken or missing.',
      'The price that you really ask, in the category where others look for it.',
      'One listing for each thing. Mark it when it is gone.',
    ],
  },
  {
    icon: <CircleXIcon {...iconProps} />,
    title: 'Keep off the board',
    points: [
      'Weapons, alcohol, cannabis, tobacco and vapes, medicine, drugs.',
      'Anything stolen, faked or recalled, and tickets above the price printed on them.',
      'Essays, exams and answers, or someone who writes them for you.',
      'Animals, and anything sexual.',
      'Advertising, paid surveys, loans, and schemes that promise easy money.',
    ],
  },
  {
    icon: <HandshakeIcon {...iconProps} />,
    title: 'Treat others well',
    points: [
      'Answer, come when you said you would, and say so if you cannot.',
      'Never ask for a deposit or a code before someone has seen what they pay for.',
      'Turn nobody away for their origin, faith, gender, disability or whom they love.',
      'No threats and no insults, in messages too, and no writing on after a no.',
      'Nobody’s number, address or picture without their consent.',
    ],
  },
]

export function Component() {
  useHead({
    title: `Rules · ${brand}`,
    description: `What may be listed on ${brand}, how students treat each other, and how to report what is wrong.`,
    canonical: pagePaths.rules,
  })
  return (
    <div className="page-width">
      <header className="max-w-[760px] pt-12 lg:pt-18">
        <h1 className="title-1">The rules</h1>
        <p className="mt-6 text-ink-2 text-xl">
          {brand} is a board among students. A few rules keep it useful, fair and safe for everyone
          on it.
        </p>
      </header>
      <ul className="mt-12 grid gap-4 md:grid-cols-3">
        {short.map(({ icon, title, points }) => (
          <li key={title} className="panel">
            {icon}
            <h2 className="title-4 mt-4">{title}</h2>
            <ul className="mt-2 grid gap-3 text-ink-2">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className="mt-12 lg:mt-18">
        <Reports />
      </div>
      <div className="mt-10 grid gap-10 md:grid-cols-2">
        <Moderators />
        <OtherPeople />
      </div>
    </div>
  )
}

function Reports() {
  return (
    <Part id="report" icon={<MegaphoneIcon {...iconProps} />} title="Report what is wrong">
      <p className="measure">
        Every listing and every profile has a button, “Report this listing” or “Report this
        student”, and every conversation has Report in its menu, beside Block. Log in, choose a
        reason and add what moderators should know. Only they see that it was you, and we mail you
        what comes of it.
      </p>
      <noscript>
        <p className="measure">
          Without JavaScript the button is missing: please write to{' '}
          <a href={`mailto:${contactEmail}`} className="link">
            {contactEmail}
          </a>
          .
        </p>
      </noscript>
      <dl className="grid gap-4 md:grid-cols-3">
        {reportReasons.map((reason) => (
          <div key={reason}>
            <dt className="font-semibold">{reportReasonLabels[reason]}</dt>
            <dd className="text-ink-2">{reportReasonHelp[reason]}</dd>
          </div>
        ))}
      </dl>
      <p className="measure">
        Report what you believe to be wrong, not whom you dislike. In danger? Call 911 first, then
        campus security.
      </p>
    </Part>
  )
}

function Moderators() {
  return (
    <Part id="moderators" icon={<ScaleIcon {...iconProps} />} title="What moderators do">
      <p>
        Moderators are students like you. They read reports and decide: nothing is wrong, please
        change it, or it is removed. Whoever breaks the rules is warned, suspended for a while, or
        loses the account. While suspended, you cannot post, start conversations or report;
        conversations you have go on.
      </p>
      <p>
        A listing that several students report is hidden, usually for at most {maxHiddenDays} days;
        one reported as {reportReasonLabels.scam} or {reportReasonLabels.private_information}, until
        a moderator has looked at it. No moderator decides about their own things.
      </p>
      <p>
        You always get a mail with the reason. If you think it is wrong, answer with the link in it
        within {appealDays} days: another moderator looks again, where there is one.
      </p>
    </Part>
  )
}

function OtherPeople() {
  return (
    <Part id="contact" icon={<LifeBuoyIcon {...iconProps} />} title="Not a student?">
      <p>
        You are a landlord and your place is listed without you, or your number or picture is on the
        board? Write to us with the address of the page. You need no account.
      </p>
      <p>
        <LinkButton href={`mailto:${contactEmail}`} variant="secondary">
          {contactEmail}
        </LinkButton>
      </p>
    </Part>
  )
}

function Part({
  id,
  icon,
  title,
  children,
}: {
  id: string
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="min-w-0 [overflow-wrap:anywhere]">
      {icon}
      <h2 id={id} className="title-3 mt-4 scroll-mt-24">
        {title}
      </h2>
      <div className="mt-3 grid gap-3">{children}</div>
    </section>
  )
}
