import { brand } from '#campus.ts'
import { useHead } from '../navigation/head.ts'
import { EmptyIllustration } from '../ui/illustrations/empty.tsx'

/** Beside the list while no thread is open. */
export function Component() {
  useHead({ title: `Messages · ${brand}`, description: 'Your conversations with other students.' })
  return (
    <div className="messages-layout-none text-ink-2">
      <EmptyIllustration />
      <p>Choose a conversation</p>
    </div>
  )
}
