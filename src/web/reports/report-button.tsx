import { CircleAlertIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { LazyReportDialog } from './lazy-report-dialog.ts'
import type { ReportSubject } from './report-dialog.tsx'

/**
 * A button that everyone but the owner sees. A visitor who returns from the login has #report in the address, which opens
 * the dialog.
 */
export function ReportButton(subject: ReportSubject & { whenSent?: ReactNode }) {
  const isBack = useLocation().hash === '#report'
  const [isOpen, setOpen] = useState(isBack)
  const button = useRef<HTMLButtonElement>(null)
  // If the address opened the dialog, it has no button to return the focus to. This cleanup runs after the dialog's.
  useEffect(() => (isOpen ? () => button.current?.focus() : undefined), [isOpen])
  const label = `Report this ${subject.thing}`
  return (
    <div className="print:hidden">
      <Button
        ref={button}
        variant="quiet"
        size="small"
        className="-ml-4.25 font-normal"
        onClick={() => setOpen(true)}
      >
        <CircleAlertIcon size={18} />
        {label}
      </Button>
      <noscript>
        <a href={`${pagePaths.rules}#report`} className="link">
          {label}
        </a>
      </noscript>
      <LazyReportDialog {...subject} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
