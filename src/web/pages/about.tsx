import {
  ArrowUpRightIcon,
  CircleCheckIcon,
  MailIcon,
  MessageCircleIcon,
  SlidersHorizontalIcon,
} from 'lucide-react'
import { campus } from '#campus/campus.ts'
import { categoryById } from '#categories/index.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'

const iconProps = { size: 28, className: 'text-link' }

const promises = [
  {
    icon: <CircleCheckIcon {...iconProps} />,
    title: 'Verified listings',
    text: "Every listing comes from an account with a university email, so you know you're dealing with someone on campus.",
  },
  {
    icon: <SlidersHorizontalIcon {...iconProps} />,
    title: 'Smart filters',
    text: "Filter by bedrooms, faculty, condition or price to find the few that fit. Save the search and we'll email you when something new matches.",
  },
  {
    icon: <MessageCircleIcon {...iconProps} />,
    title: 'Renter-landlord messaging',
    text: 'Message the seller right from the listing, or email them if they show their email. No bots in between.',
  },
]

export function Component() {
  useHead({
    title: `About Us · ${campus.brand}`,
    description: `${campus.brand} is student housing plus a trusted campus marketplace for ${campus.universityNames}.`,
    canonical: '/about',
  })
  return (
    <div className="page-width">
      <header className="max-w-[760px] pt-12 lg:pt-18">
        <h1 className="title-1">Student housing, and a marketplace you can trust</h1>
        <p className="mt-6 text-ink-2 text-xl">
          {campus.brand} is for {campus.communityName} students. Find a room for the term, pass on
          last year's textbooks, and give everything else a second life with someone you might meet
          in the next lecture.
        </p>
      </header>
      <Promises />
      <Story />
      <Founders />
    </div>
  )
}

function Promises() {
  return (
    <ul className="mt-12 grid gap-4 md:grid-cols-3">
      {promises.map(({ icon, title, text }) => (
        <li key={title} className="panel">
          {icon}
          <h2 className="title-4 mt-4">{title}</h2>
          <p className="mt-2 text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}

function Story() {
  return (
    <section
      aria-labelledby="story"
      className="mt-18 grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-16"
    >
      <div>
        <h2 id="story" className="title-2">
          Why we built it
        </h2>
        <p className="measure mt-4 text-ink-2">
          Looking for a sublet used to mean scrolling through chaotic social-media groups, past
          scams, reposts and strangers. {campus.brand} keeps the part that works, students helping
          students, and leaves out the rest. You join with a university email, see real names and
          clear prices, and meet on campus.
        </p>
        <LinkButton
          as={Link}
          to={`/${categoryById.rental.path}`}
          variant="secondary"
          className="mt-6"
        >
          See rentals
        </LinkButton>
      </div>
      <figure className="border-gold border-l-4 pl-6">
        <blockquote className="title-3">“{campus.founderQuote}”</blockquote>
        <figcaption className="mt-4 text-ink-2">{campus.founders[0]?.name}</figcaption>
      </figure>
    </section>
  )
}

function Founders() {
  return (
    <section aria-labelledby="founders" className="mt-18">
      <h2 id="founders" className="title-2">
        The founders
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {campus.founders.map(({ name, studyField, bio, link }) => (
          <li key={name} className="panel">
            <h3 className="title-4">{name}</h3>
            <p className="mt-1 font-semibold text-ink-2 text-sm">{studyField}</p>
            <p className="mt-3">{bio}</p>
            {link && (
              <a
                href={link.url}
                className="link mt-4 inline-flex items-center gap-1"
                rel="noopener"
              >
                {link.label}
                <span className="sr-only"> of {name}</span>
                <ArrowUpRightIcon size={16} />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-10 flex flex-wrap items-center gap-4 [overflow-wrap:anywhere]">
        Questions, ideas, something wrong?
        <LinkButton href={buildMailtoUrl(campus.contactEmail)} variant="secondary">
          <MailIcon size={18} />
          {campus.contactEmail}
        </LinkButton>
      </p>
    </section>
  )
}
