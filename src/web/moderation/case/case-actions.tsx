import type { Ref } from 'react'
import type { Decision } from '#contract/moderation-rules.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import './case-layout.css'

/** What can be decided on the subject of a case, always in view where the screen is high enough. */
export function CaseActions({
  actions,
  onAsk,
  ref,
}: {
  actions: readonly Decision[]
  onAsk: (action: Decision) => void
  ref: Ref<HTMLElement>
}) {
  return (
    <section ref={ref} tabIndex={-1} aria-label="Decide" className="case-layout-bar">
      {actions.length > 0 ? (
        <DecisionButtons actions={actions} onAsk={onAsk} />
      ) : (
        <p className="text-ink-2">There's nothing to decide here.</p>
      )}
    </section>
  )
}
