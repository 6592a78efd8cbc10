import { useState } from 'react'
import type { LogEntry } from '#contract/moderation.ts'
import { isUndoable } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { LogEntries } from '../log/log-entry-view.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { undoText } from './decision-text.ts'
import { useDecide } from './use-decide.ts'

/** The log of a case, with an Undo button beside each decision that can be undone. */
export function CaseLog({ log, seen }: { log: readonly LogEntry[]; seen: number | null }) {
  const [entry, setEntry] = useState<LogEntry>()
  const [isOpen, setOpen] = useState(false)
  const { decideWithoutUndo } = useDecide()
  if (log.length === 0) return <p className="text-ink-2">Nothing decided yet.</p>
  return (
    <>
      <LogEntries
        entries={log}
        onUndo={(chosen) => {
          setEntry(chosen)
          setOpen(true)
        }}
      />
      {entry && (isUndoable(entry.action) || entry.action === 'decide_together') && (
        <DecisionDialog
          open={isOpen}
          text={undoText(entry.action, { name: entry.student?.name ?? '' })}
          onClose={() => setOpen(false)}
          onSend={(answers) =>
            decideWithoutUndo(apiPaths.undoDecision(entry.id), { ...answers, seen })
          }
        />
      )}
    </>
  )
}
