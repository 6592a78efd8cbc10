import {
  ArrowUpRightIcon,
  CircleCheckIcon,
  MailIcon,
  MessageCircleIcon,
  SlidersHorizontalIcon,
} from 'lucide-react'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { TextResponse } from '#contract/site-texts.ts'
import { useHead } from '../navigation/head.ts'
import { TextHeader, TextParts } from '../settings/texts/site-text.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'
import { textPage } from './text-page.tsx'

const iconProps = { size: 28, className: 'text-link' }

/** The icons of the default text. A text of an admin keeps those whose names it keeps. */
const icons = {
  verified: <CircleCheckIcon {...iconProps} />,
  filters: <SlidersHorizontalIcon {...iconProps} />,
  messages: <MessageCircleIcon {...iconProps} />,
}

export const { Component, loader } = textPage('about', useAboutHead, About)

function useAboutHead() {
  useHead({
    title: `About Us · ${campus.brand}`,
    description: `${campus.brand} is student housing plus a trusted campus marketplace for ${campus.universityNames}.`,
    canonical: pagePaths.about,
  })
}

function About({ text }: { text: TextResponse }) {
  // A new site has a quote, but nobody on this page until an admin adds them.
  const [speaker] = campus.founders
  return (
    <>
      <TextHeader
        name="about"
        title="Student housing, and a marketplace you can trust"
        text={text}
      />
      <TextParts parts={text.parts} icons={icons} />
      <figure className="mt-10 border-gold border-l-4 pl-6">
        <blockquote className="title-3 measure">“{campus.founderQuote}”</blockquote>
        {speaker && <figcaption className="mt-4 text-ink-2">{speaker.name}</figcaption>}
      </figure>
      {speaker && <Founders />}
      <p className="mt-10 flex flex-wrap items-center gap-4 [overflow-wrap:anywhere]">
        Questions, ideas, something wrong?
        <LinkButton href={buildMailtoUrl(campus.contactEmail)} variant="secondary">
          <MailIcon size={18} />
          {campus.contactEmail}
        </LinkButton>
      </p>
    </>
  )
}

function Founders() {
  return (
    <section aria-labelledby="founders" className="mt-12 lg:mt-18">
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
    </section>
  )
}
