import { useState } from 'react'
import type { CampusSettings } from '#campus/campus-settings.ts'
import type { SettingsResponse, SettingsVersion } from '#contract/settings.ts'
import { describeSettingsChanges } from '#contract/settings-changes.ts'
import { formatMoment } from '#format/format.ts'
import { errorMessage } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { Button } from '../ui/controls/button.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { ChangeList } from './change-list.tsx'
import { DomainNotes, findAffectedDomains } from './domain-questions.tsx'
import { SectionFrame } from './section-frame.tsx'
import { useUndoSettings } from './settings-queries.ts'

/** Lists who changed what and when. The newest change can be undone. */
export function SettingsHistory({ data }: { data: SettingsResponse }) {
  const { history, previous } = data
  const [isOpen, setOpen] = useState(false)
  const [newest] = history
  const today = useToday()
  return (
    <SectionFrame
      id="history"
      title="History"
      summary={newest ? `Last change: ${formatMoment(newest.changedAt, today)}` : 'No changes yet'}
      text="Every change, newest first. Undoing one adds a new entry."
    >
      <div className="panel min-w-0">
        {history.length === 0 ? (
          <p>No changes yet.</p>
        ) : (
          <ul className="-my-2.5 divide-y divide-line">
            {history.map((version) => (
              <li
                key={version.id}
                className="flex flex-wrap items-start justify-between gap-3 py-2.5"
              >
                <Version version={version} />
                {version === newest && previous && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-haspopup="dialog"
                    onClick={() => setOpen(true)}
                  >
                    Undo<span className="sr-only"> the newest change</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && newest && previous && (
        <UndoDialog
          data={data}
          version={newest.id}
          previous={previous}
          onClose={() => setOpen(false)}
        />
      )}
    </SectionFrame>
  )
}

function Version({ version: { changedAt, changedBy, changes } }: { version: SettingsVersion }) {
  const today = useToday()
  return (
    <div className="min-w-0">
      <p dir="auto">
        <b>{changedBy?.name ?? 'An operator'}</b>
      </p>
      <p className="text-ink-2 text-sm">{formatMoment(changedAt, today)}</p>
      <div className="mt-1 text-sm">
        <ChangeList changes={changes} />
      </div>
    </div>
  )
}

function UndoDialog({
  data,
  version,
  previous,
  onClose,
}: {
  data: SettingsResponse
  version: number
  previous: CampusSettings
  onClose: () => void
}) {
  const undo = useUndoSettings()
  const affected = findAffectedDomains(data, previous)
  const confirmedDomains = affected.map(({ domain }) => domain)
  return (
    <ConfirmDialog
      open
      title="Undo the newest change?"
      confirmLabel="Undo"
      busy={undo.isPending}
      error={undo.error ? errorMessage(undo.error) : undefined}
      onConfirm={() => undo.mutate({ version, confirmedDomains }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ChangeList changes={describeSettingsChanges(data.settings, previous)} />
      <DomainNotes domains={affected} />
    </ConfirmDialog>
  )
}
