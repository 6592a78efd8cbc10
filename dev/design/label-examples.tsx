import { useState } from 'react'
import { SignalNote } from '#web/signals/signal-note.tsx'
import { Avatar } from '#web/ui/content/avatar.tsx'
import { Badge } from '#web/ui/content/badge.tsx'
import { Breadcrumb } from '#web/ui/content/breadcrumb.tsx'
import { Callout } from '#web/ui/content/callout.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { Chapter, Example } from './example.tsx'

const signals = [
  {
    kind: 'words',
    sentence: "Asks for payment in shells, which can't be taken back.",
    advice: 'Pay once you hold it.',
  },
  {
    kind: 'photo',
    sentence: 'This picture hangs in another house, too.',
    advice: 'Have a look at the wall.',
  },
  {
    kind: 'price',
    sentence: 'Asks $12; the middle of 14 similar lamps is $30.',
    advice: 'Ask why it costs so little.',
  },
  {
    kind: 'duplicate',
    sentence: 'Looks like “Lamp”, which is on the second shelf.',
    advice: 'Put one of them away.',
  },
] as const

const allChips = ['Round', 'Under $40', 'Near the river']

export function LabelExamples() {
  const [chips, setChips] = useState(allChips)
  return (
    <Chapter title="Labels" text="Badges say what something is; chips can be taken away.">
      <div className="grid gap-8 md:grid-cols-2">
        <Example title="Badges">
          <div className="flex flex-wrap gap-2">
            <Badge>Soft</Badge>
            <Badge variant="sun">Sun</Badge>
            <Badge variant="plain">Over a photo</Badge>
            <Badge variant="gold">Gold</Badge>
            <Badge variant="ink">Ink</Badge>
          </div>
        </Example>
        <Example title="Chips">
          <div className="flex min-h-9 flex-wrap items-center gap-2">
            <Chip href="#main" active={false}>
              Not chosen
            </Chip>
            {chips.map((chip) => (
              <Chip
                key={chip}
                active
                as="button"
                type="button"
                onClick={() => setChips(chips.filter((kept) => kept !== chip))}
              >
                {chip}
              </Chip>
            ))}
            {chips.length < allChips.length && (
              <button type="button" className="link min-h-9" onClick={() => setChips(allChips)}>
                Bring all back
              </button>
            )}
          </div>
        </Example>
        <Example title="Callouts">
          <div className="grid gap-4">
            <Callout variant="bar">A remark that applies to everything below.</Callout>
            <Callout>
              <strong>Take care.</strong> Look at the thing before you pay for it.
            </Callout>
            <Callout variant="danger">An error occurred on our end. Please try again.</Callout>
          </div>
        </Example>
        <Example title="What was noticed">
          <Callout>
            <ul className="grid gap-3">
              {signals.map((signal) => (
                <li key={signal.kind}>
                  <SignalNote {...signal} />
                </li>
              ))}
            </ul>
          </Callout>
        </Example>
        <Example title="Breadcrumb and avatar">
          <Breadcrumb current="Third shelf">
            <a href="#main" className="link">
              House
            </a>
            <a href="#main" className="link">
              Kitchen
            </a>
          </Breadcrumb>
          <div className="mt-6 flex items-center gap-4">
            <Avatar name="Ada Lovelace" />
            <p>
              <strong className="block">Ada Lovelace</strong>
              <span className="text-ink-2">Analyst</span>
            </p>
          </div>
        </Example>
      </div>
    </Chapter>
  )
}
