import type { Ref } from 'react'
import type { Decision } from '#contract/moderation-rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shortcutKeys } from '../queue/shortcuts.ts'
import { KbdHint } from '../queue/shortcuts-help.tsx'
import { decisionLabels } from './decision-text.ts'
import './case-layout.css'

/** A button for each decision. It opens the dialog of the decision. */
export function DecisionButtons({
  actions,
  onAsk,
}: {
  actions: readonly Decision[]
  onAsk: (action: Decision) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          variant={variants[action] ?? 'secondary'}
          aria-haspopup="dialog"
          onClick={() => onAsk(action)}
        >
          {decisionLabels[action]}
          <KbdHint>{shortcutKeys[action]}</KbdHint>
        </Button>
      ))}
      <noscript>
        <p>Turn on JavaScript to decide.</p>
      </noscript>
    </div>
  )
}

const variants: { [Action in Decision]?: 'primary' | 'danger' } = {
  keep: 'primary',
  remove: 'danger',
  ban: 'danger',
}

/** The heading of a case's appeals. */
export const appealsId = 'appeals'

/** The decisions that are possible in a case. They are always in view if the screen is high enough. */
export function CaseActions({
  actions,
  hasOpenAppeal = false,
  onAsk,
  ref,
}: {
  actions: readonly Decision[]
  hasOpenAppeal?: boolean
  onAsk: (action: Decision) => void
  ref: Ref<HTMLElement>
}) {
  return (
    <section ref={ref} tabIndex={-1} aria-label="Decide" className="case-layout-bar">
      {hasOpenAppeal && (
        <p className="mb-2 last:mb-0">
          An appeal is waiting.{' '}
          <a href={`#${appealsId}`} className="link">
            Decide it
          </a>
        </p>
      )}
      {actions.length > 0 && <DecisionButtons actions={actions} onAsk={onAsk} />}
      {actions.length === 0 && !hasOpenAppeal && (
        <p className="text-ink-2">There's nothing to decide here.</p>
      )}
    </section>
  )
}
