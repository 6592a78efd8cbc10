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
export function AccountSection({ user }: { user: SessionUser }) {
  const [isDeleting, setDeleting] = useState(false)
  const [mailbox, domain] = user.email.split('@')
  return (
    <section aria-labelledby="account" className="panel mt-14 lg:mt-18">
      <h2 id="account" className="title-4">
        Your account
      </h2>
      <p className="mt-2 overflow-clip text-ink-2 [overflow-wrap:anywhere]">
        <bdi>
          {user.firstName} {user.lastName}
        </bdi>
        , {mailbox}
        <wbr />@{domain}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
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
    </section>
  )
}
