import { DownloadIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { LinkButton } from '../ui/link-button.tsx'

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

/** Data export and account deletion. */
export function AccountData({ user }: { user: SessionUser }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <LinkButton href={apiPaths.accountExport} download variant="secondary">
          <DownloadIcon size={18} />
          Download my data
        </LinkButton>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
          <Trash2Icon size={18} />
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog user={user} open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
