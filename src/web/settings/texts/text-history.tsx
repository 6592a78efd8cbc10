import { useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { textLabels } from '#contract/site-text-rules.ts'
import type { EditedText } from '#contract/site-texts.ts'
import { formatMoment } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useHideText, useRestoreText } from './edit-queries.ts'

/** A version that the admin is about to bring back. 0 is the default. */
interface Choice {
  version: number
  title: string
}

/** A version that the admin is about to hide from readers, or to show again. */
interface HiddenChoice {
  version: number
  isHidden: boolean
  moment: string
}

/** Lists who saved a text and when. The newest change can be undone, and every older version restored or hidden. */
export function TextHistory({ text }: { text: EditedText }) {
  const { name, history } = text
  const label = textLabels[name]
  const today = useToday()
  const [choice, setChoice] = useState<Choice>()
  const [hiding, setHiding] = useState<HiddenChoice>()
  if (history.length === 0) return null
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="title-4">History</h3>
        <Link to={pagePaths.textChanges(name)} className="link">
          What changed<span className="sr-only"> in {label}</span>
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {history.map(({ id, changedAt, changedBy, isDefault, isHidden }, index) => {
          const moment = formatMoment(changedAt, today)
          const isNewest = index === 0
          const choose = isNewest
            ? { version: history[1]?.id ?? 0, title: 'Undo the newest change?' }
            : { version: id, title: `Bring back the text of ${moment}?` }
          return (
            <li key={id} className="flex items-start justify-between gap-3 py-2.5">
              <div className="min-w-0">
                <p dir="auto">
                  <b>{changedBy?.name ?? 'An operator'}</b>
                </p>
                <p className="text-ink-2 text-sm">
                  {moment}
                  {isDefault && ', the default text'}
                  {isHidden && ', hidden from readers'}
                </p>
              </div>
              <div className="flex flex-wrap justify-end gap-2">
                {/* Readers see the newest version on the page. */}
                {(!isNewest || isHidden) && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-haspopup="dialog"
                    onClick={() => setHiding({ version: id, isHidden: !isHidden, moment })}
                  >
                    {isHidden ? 'Show' : 'Hide'}
                    <span className="sr-only">{` ${label} of ${moment}`}</span>
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="small"
                  aria-haspopup="dialog"
                  onClick={() => setChoice(choose)}
                >
                  {isNewest ? 'Undo' : 'Restore'}
                  <span className="sr-only">
                    {isNewest ? ` the newest change of ${label}` : ` ${label} of ${moment}`}
                  </span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {choice && <RestoreDialog text={text} choice={choice} onClose={() => setChoice(undefined)} />}
      {hiding && <HideDialog text={text} choice={hiding} onClose={() => setHiding(undefined)} />}
    </div>
  )
}

export function RestoreDialog({
  text: { name, version: basedOn },
  choice: { version, title },
  confirmLabel = 'Bring it back',
  onClose,
}: {
  text: EditedText
  choice: Choice
  confirmLabel?: string
  onClose: () => void
}) {
  const restore = useRestoreText()
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={confirmLabel}
      busy={restore.isPending}
      error={restore.error ? errorMessage(restore.error) : undefined}
      onConfirm={() => restore.mutate({ name, version, basedOn }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Readers see it at once. It is a new version, which you can undo.</p>
    </ConfirmDialog>
  )
}

function HideDialog({
  text: { name },
  choice: { version, isHidden, moment },
  onClose,
}: {
  text: EditedText
  choice: HiddenChoice
  onClose: () => void
}) {
  const hide = useHideText()
  return (
    <ConfirmDialog
      open
      title={isHidden ? `Hide the text of ${moment}?` : `Show the text of ${moment} again?`}
      confirmLabel={isHidden ? 'Hide it' : 'Show it'}
      busy={hide.isPending}
      error={hide.error ? errorMessage(hide.error) : undefined}
      onConfirm={() => hide.mutate({ name, version, isHidden }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {isHidden
          ? 'Readers will see that the text changed, but not how. Hide every version that has the words you want to hide. You can show them again later.'
          : 'Readers then see what changed.'}
      </p>
    </ConfirmDialog>
  )
}
