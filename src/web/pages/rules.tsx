import {
  CircleCheckIcon,
  CircleXIcon,
  HandshakeIcon,
  InfoIcon,
  LifeBuoyIcon,
  MegaphoneIcon,
  ScaleIcon,
} from 'lucide-react'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { TextResponse } from '#contract/site-texts.ts'
import { useHead } from '../navigation/head.ts'
import { TextHeader, TextParts } from '../settings/texts/site-text.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'
import { textPage } from './text-page.tsx'

const iconProps = { size: 28, className: 'text-link' }

/** The icons of the default text. A text of an admin keeps those whose names it keeps. */
const icons = {
  yours: <CircleCheckIcon {...iconProps} />,
  forbidden: <CircleXIcon {...iconProps} />,
  kindness: <HandshakeIcon {...iconProps} />,
  report: <MegaphoneIcon {...iconProps} />,
  signals: <InfoIcon {...iconProps} />,
  moderators: <ScaleIcon {...iconProps} />,
  contact: <LifeBuoyIcon {...iconProps} />,
}

export const { Component, loader } = textPage('rules', useRulesHead, Rules)

function useRulesHead() {
  useHead({
    title: `Rules · ${campus.brand}`,
    description: `What you can list on ${campus.brand}, how to treat each other, and how to report what's wrong.`,
    canonical: pagePaths.rules,
  })
}

function Rules({ text }: { text: TextResponse }) {
  return (
    <>
      <TextHeader name="rules" title="The rules" text={text} />
      <TextParts parts={text.parts} icons={icons} />
      <noscript>
        <p className="measure">
          Without JavaScript there's no button that reports a listing. Write to{' '}
          <a href={buildMailtoUrl(campus.contactEmail)} className="link">
            {campus.contactEmail}
          </a>
          .
        </p>
      </noscript>
    </>
  )
}
