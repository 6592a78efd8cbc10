import { CopyIcon, ImagesIcon, MessageSquareWarningIcon, TagIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignalKind } from '#contract/signal-rules.ts'
import type { Signal } from '#contract/signals.ts'

const icons: Record<SignalKind, typeof TagIcon> = {
  words: MessageSquareWarningIcon,
  photo: ImagesIcon,
  price: TagIcon,
  duplicate: CopyIcon,
}

/** A signal: what we noticed, and what to do about it. */
export function SignalNote({
  kind,
  sentence,
  quote,
  advice,
  children,
}: Omit<Signal, 'advice'> & {
  /** The words that caused the signal. */
  quote?: string | null | undefined
  advice?: string | undefined
  /** Shown below the advice. */
  children?: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <div className="flex gap-2.5 leading-snug">
      <span className="grid size-7 flex-none place-items-center rounded-full bg-gold text-on-gold">
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold">
          {sentence}
        </p>
        {quote && (
          <blockquote dir="auto" className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
            {`“${quote}”`}
          </blockquote>
        )}
        {advice && <p className="mt-0.5">{advice}</p>}
        {children}
      </div>
    </div>
  )
}
