import {
  CircleCheckIcon,
  CircleXIcon,
  HandshakeIcon,
  InfoIcon,
  LifeBuoyIcon,
  MegaphoneIcon,
  ScaleIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { campus } from '#campus/campus.ts'
import { appealDays, maxHiddenDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonLabels, reportReasons } from '#contract/report-reasons.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { reportReasonHelp } from '../reports/report-reason-help.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'

const iconProps = { size: 28, className: 'text-link' }

const short = [
  {
    icon: <CircleCheckIcon {...iconProps} />,
    title: "List what's yours",
    points: [
      'Things, books and rooms that you own, rent or can pass on, and that you have right now.',
      "Your own photos and an honest description. Say what's worn, broken or missing.",
      'The real price, in the right category.',
      "One listing per thing. Mark it when it's gone.",
    ],
  },
  {
    icon: <CircleXIcon {...iconProps} />,
    title: "Don't list",
    points: [
      'Weapons, alcohol, cannabis, tobacco and vapes, medicine, drugs.',
      'Anything stolen, faked or recalled, and tickets above the price printed on them.',
      'Essays, exams and answers, or writing them for someone.',
      'Animals, and anything sexual.',
      'Ads, paid surveys, loans and get-rich-quick schemes.',
    ],
  },
  {
    icon: <HandshakeIcon {...iconProps} />,
    title: 'Treat others well',
    points: [
      "Reply, show up when you said you would, and say so if you can't.",
      "Never ask for a deposit or a code before someone has seen what they're paying for.",
      "Don't turn anyone away for their origin, faith, gender, disability or who they love.",
      'No threats or insults, in messages too. If someone says no, leave it there.',
      "Don't post anyone's number, address or picture without their consent.",
    ],
  },
]

export function Component() {
  useHead({
    title: `Rules · ${campus.brand}`,
    description: `What you can list on ${campus.brand}, how to treat each other, and how to report what's wrong.`,
    canonical: pagePaths.rules,
  })
  return (
    <div className="page-width">
      <header className="max-w-[760px] pt-12 lg:pt-18">
        <h1 className="title-1">The rules</h1>
        <p className="mt-6 text-ink-2 text-xl">
          {campus.brand} is a marketplace for students. A few rules keep it useful, fair and safe
          for everyone.
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
      <div className="mt-10 grid gap-10 md:grid-cols-2 lg:grid-cols-3">
        <Signals />
        <Moderators />
        <OtherPeople />
      </div>
    </div>
  )
}

function Reports() {
  return (
    <Part id="report" icon={<MegaphoneIcon {...iconProps} />} title="Report what's wrong">
      <p className="measure">
        Every listing and every profile has a button, “Report this listing” or “Report this
        student”, and every conversation has Report in its menu, next to Block. Log in, choose a
        reason and add what moderators should know. Only they see that it was you, and we'll email
        you the outcome.
      </p>
      <noscript>
        <p className="measure">
          Without JavaScript there's no button. Write to{' '}
          <a href={buildMailtoUrl(campus.contactEmail)} className="link">
            {campus.contactEmail}
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
        Report what you think is wrong, not people you don't like. In danger? Call 911 first, then
        campus security.
      </p>
    </Part>
  )
}

function Signals() {
  return (
    <Part id="signals" icon={<InfoIcon {...iconProps} />} title="Before you pay">
      <p>
        Some listings and messages have a note: the price is far below that of similar ones, the
        same photo is in another student's listing, or the text asks for money in a way that scams
        do. It says what we noticed and what to do.
      </p>
      <p>
        It's not a verdict. Simple rules find it, honest listings get it too, and nothing is hidden
        or blocked because of it.
      </p>
      <p>
        Is it on your listing and wrong? Say so on your{' '}
        <Link to={pagePaths.dashboard} className="link">
          dashboard
        </Link>
        , and a moderator will look at it.
      </p>
    </Part>
  )
}

function Moderators() {
  return (
    <Part id="moderators" icon={<ScaleIcon {...iconProps} />} title="What moderators do">
      <p>
        Moderators are students like you. They read reports and decide if a listing stays, has to be
        changed or is removed. People who break the rules are warned, suspended for a while, or lose
        their account. While suspended, you can't post, report or start conversations, but you can
        reply in the ones you have.
      </p>
      <p>
        A listing that several students report is hidden, usually for {maxHiddenDays} days at most.
        One reported as {reportReasonLabels.scam} or {reportReasonLabels.private_information} stays
        hidden until a moderator has looked at it. No moderator decides their own case.
      </p>
      <p>
        You always get an email with the reason. If you think it's wrong, use the link in it to
        appeal within {appealDays} days. Another moderator will look at it, if there is one.
      </p>
    </Part>
  )
}

function OtherPeople() {
  return (
    <Part id="contact" icon={<LifeBuoyIcon {...iconProps} />} title="Not a student?">
      <p>
        Are you a landlord and your place is listed without you? Is your number or picture on{' '}
        {campus.brand}? Email us the link to the page. You don't need an account.
      </p>
      <p>
        <LinkButton href={buildMailtoUrl(campus.contactEmail)} variant="secondary">
          {campus.contactEmail}
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
      <h2 id={id} className="title-3 mt-4 scroll-mt-6">
        {title}
      </h2>
      <div className="mt-3 grid gap-3">{children}</div>
    </section>
  )
}
