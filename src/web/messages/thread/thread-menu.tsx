import { BanIcon, CircleAlertIcon, EllipsisIcon } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { BlockDialog } from '../block-dialog.tsx'
import { useBlock } from '../use-block.ts'

/** Report and Block; of a deleted account there is nothing to do. */
export function ThreadMenu({ thread }: { thread: Thread }) {
  const { other, state } = thread
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const close = () => setDialog(undefined)
  const { mutate: setBlocked } = useBlock(other)
  if (other.id === null) return null
  return (
    <>
      <Menu label="More" icon={<EllipsisIcon size={20} />}>
        <button type="button" onClick={() => setDialog('report')}>
          <CircleAlertIcon size={18} />
          Report
        </button>
        {state === 'blocked' ? (
          <button type="button" onClick={() => setBlocked(false)}>
            <BanIcon size={18} />
            Unblock
          </button>
        ) : (
          <button type="button" onClick={() => setDialog('block')}>
            <BanIcon size={18} />
            Block
          </button>
        )}
      </Menu>
      <LazyReportDialog
        thing="conversation"
        path={apiPaths.reportThread(thread.id)}
        open={dialog === 'report'}
        onClose={close}
      />
      <BlockDialog student={other} open={dialog === 'block'} onClose={close} />
    </>
  )
}
