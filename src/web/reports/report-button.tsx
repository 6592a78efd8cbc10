import { CircleAlertIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import type { ReportSubject } from './report-subject.ts'

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** For all but its owner. Also opened by the address to which a visitor comes back from the login. */
export function ReportButton(subject: ReportSubject) {
  const isBack = useLocation().hash === '#report'
  const [isOpen, setOpen] = useState(isBack)
  const button = useRef<HTMLButtonElement>(null)
  // Its cleanup comes after that of the dialog, which knows no button if the address has opened it.
  useEffect(() => (isOpen ? () => button.current?.focus() : undefined), [isOpen])
  const label = `Report this ${subject.thing}`
  return (
    <div className="print:hidden">
      <Button
        ref={button}
        variant="quiet"
        size="small"
        className="font-normal"
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
      <ReportDialog {...subject} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
