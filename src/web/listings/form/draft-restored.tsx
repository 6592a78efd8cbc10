import type { ReactNode } from 'react'
import { pluralize } from '#format/format.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** Says that a draft is back, and offers to start over. */
export function DraftRestored({
  isNew,
  lostPhotos,
  disabled,
  onStartOver,
  children,
}: {
  isNew: boolean
  lostPhotos: number
  disabled: boolean
  onStartOver: () => void
  children?: ReactNode
}) {
  return (
    <div className="mb-5">
      <Callout>
        <div role="status" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-base">
            {isNew
              ? 'Your draft from last time is back.'
              : 'Your unsaved changes from last time are back.'}
            {lostPhotos > 0 &&
              ` Please add ${pluralize(lostPhotos, 'photo')} again: we delete photos that aren't posted within a day.`}
          </p>
          <Button variant="secondary" size="small" disabled={disabled} onClick={onStartOver}>
            Start over
          </Button>
        </div>
        {children}
      </Callout>
    </div>
  )
}
