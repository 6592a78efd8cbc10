import { useState } from 'react'
import { brand } from '#campus.ts'
import type { Message } from '#contract/messages.ts'
import { signalAdvice } from '#contract/signal-advice.ts'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import { SignalNote } from '../../signals/signal-note.tsx'

/** What the words of a message are like, and what to do; outside its frame, because it is ours. */
export function MessageSignals({
  signals,
  reportPath,
}: Pick<Message, 'signals'> & { reportPath: string | undefined }) {
  return (
    <div className="message-item-signals">
      <p className="text-ink-2">A note from {brand}</p>
      {signals.map((signal, index) => {
        const isLast = index === signals.length - 1
        return (
          <SignalNote
            key={signal.sentence}
            {...signal}
            advice={isLast ? signalAdvice(signals) : undefined}
          >
            {isLast && reportPath && <Report path={reportPath} />}
          </SignalNote>
        )
      })}
    </div>
  )
}

function Report({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link min-h-9"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Report this conversation
      </button>
      <LazyReportDialog
        thing="conversation"
        path={path}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
