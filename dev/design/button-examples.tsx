import { ChevronRightIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '#web/ui/content/spinner.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LinkButton } from '#web/ui/controls/link-button.tsx'
import { Chapter, Example } from './example.tsx'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const
const names = { primary: 'Primary', secondary: 'Secondary', quiet: 'Quiet', danger: 'Danger' }

export function ButtonExamples() {
  const [busy, setBusy] = useState(false)
  return (
    <Chapter title="Buttons" text="One gold button per view; the others step back.">
      <div className="grid gap-8 md:grid-cols-2">
        <Example title="Variants">
          <div className="flex flex-wrap gap-3">
            {variants.map((variant) => (
              <Button key={variant} variant={variant}>
                {names[variant]}
              </Button>
            ))}
          </div>
        </Example>
        <Example title="Disabled">
          <div className="flex flex-wrap gap-3">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} disabled>
                {names[variant]}
              </Button>
            ))}
          </div>
        </Example>
        <Example title="Small, icon, link">
          <div className="flex flex-wrap items-center gap-3">
            <Button size="small">Small</Button>
            <Button size="icon" variant="secondary" aria-label="Close">
              <XIcon size={20} />
            </Button>
            <LinkButton href="#main" variant="secondary">
              A link
              <ChevronRightIcon size={20} />
            </LinkButton>
          </div>
        </Example>
        <Example title="Busy">
          <div className="flex flex-wrap items-center gap-3">
            <Button busy>Save</Button>
            <Button variant="secondary" busy busyLabel="Loading...">
              Log out
            </Button>
            <Button variant="secondary" busy={busy} onClick={() => setBusy(true)}>
              Press once
            </Button>
          </div>
        </Example>
        <Example title="Full width">
          <Button fullWidth>Continue</Button>
        </Example>
        <Example title="Loading">
          <Spinner label="Loading…" />
        </Example>
      </div>
    </Chapter>
  )
}
