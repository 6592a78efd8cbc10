import { DownloadIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { onlyAdminMessage } from '#contract/account-rules.ts'
import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

/** Data export and account deletion. The only admin sees why they cannot leave, in place of the button. */
export function AccountData({ account }: { account: OwnAccount }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <LinkButton href={apiPaths.accountExport} download variant="secondary">
          <DownloadIcon size={18} />
          Download my data
        </LinkButton>
        {!account.isOnlyAdmin && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            <Trash2Icon size={18} />
            Delete my account
          </Button>
        )}
      </div>
      {account.isOnlyAdmin && (
        <p className="mt-4">
          {onlyAdminMessage}{' '}
          <Link to={pagePaths.moderatedStudents()} className="link">
            Find a student
          </Link>
        </p>
      )}
      <DeleteAccountDialog user={account} open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
