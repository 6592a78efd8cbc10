import {
  ArrowUpRightIcon,
  CircleCheckIcon,
  MailIcon,
  MessageCircleIcon,
  SlidersHorizontalIcon,
} from 'lucide-react'
import { inventedFounderRole } from '#campus/built-in.ts'
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
      <figure className="mt-10 grid grid-cols-1 gap-4 lg:grid-cols-3">
        <div className="border-gold border-l-4 pl-6 lg:col-span-2 lg:col-start-2">
          <blockquote className="title-3 measure">“{campus.founderQuote}”</blockquote>
          {speaker && (
            <figcaption className="mt-4 text-ink-2">
              {inventedFounderRole(speaker.name) ? 'The founders' : speaker.name}
            </figcaption>
          )}
        </div>
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

/** The colours of the background and of the shirt, and the shape of the hair. */
const looks = [
  {
    back: 'sun',
    shirt: 'link',
    hair: 'M20 26c0-9 5-14 12-14s12 5 12 14c-4-2-7-5-8-8-3 4-9 7-16 8Z',
  },
  {
    back: 'soft',
    shirt: 'gold',
    hair: 'M19 40V25c0-8 5-13 13-13s13 5 13 13v15h-4V24c-6 0-11-2-13-4-1 2-3 4-5 4v16Z',
  },
  {
    back: 'sun',
    shirt: 'ok',
    hair: 'M20 24c-1-8 5-13 12-13s13 5 12 13c-2-3-4-5-6-5-4 1-8 1-12 0-2 0-4 2-6 5Z',
  },
]

/** A drawn face for somebody without a picture. The colours are tokens, so that it fits light and dark. */
function DrawnAvatar({ index }: { index: number }) {
  const { back, shirt, hair } = looks[index % looks.length] ?? {
    back: 'sun',
    shirt: 'link',
    hair: '',
  }
  return (
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true" className="flex-none">
      <rect width="64" height="64" rx="18" fill={`var(--color-${back})`} />
      <path d="M12 64c0-12 9-18 20-18s20 6 20 18Z" fill={`var(--color-${shirt})`} />
      <path d="M27 38h10v9c0 3-2 5-5 5s-5-2-5-5Z" fill="#c98f63" />
      <ellipse cx="32" cy="29" rx="11" ry="13" fill="#e3b084" />
      <path d={hair} fill="#3a2a1c" />
      <path
        d="M28 35c2 2 6 2 8 0"
        fill="none"
        stroke="#3a2a1c"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <circle cx="28" cy="29" r="1.3" fill="#3a2a1c" />
      <circle cx="36" cy="29" r="1.3" fill="#3a2a1c" />
    </svg>
  )
}

function Founders() {
  return (
    <section aria-labelledby="founders" className="mt-12 lg:mt-18">
      <h2 id="founders" className="title-2">
        The founders
      </h2>
      <ul className="mt-6 grid gap-4 lg:grid-cols-3">
        {campus.founders.map(({ name, studyField, bio, link }, index) => (
          <li key={name} className="panel">
            <div className="flex flex-wrap items-center gap-4">
              <DrawnAvatar index={index} />
              <div className="min-w-0 flex-1 basis-36">
                <h3 className="title-4">{inventedFounderRole(name) ?? name}</h3>
                <p className="mt-1 text-ink-2 text-sm">{studyField}</p>
              </div>
            </div>
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
