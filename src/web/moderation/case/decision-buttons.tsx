import type { Decision } from '#contract/moderation-rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { KbdHint } from '../queue/kbd.tsx'
import { shortcutKeys } from '../queue/shortcuts.ts'
import { decisionLabels } from './decision-text.ts'

/** A button for each decision, which opens its dialog. */
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
