import { DownloadIcon, Trash2Icon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { loadCode } from '../load-code.ts'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** Loaded when first opened. */
const DeleteAccountDialog = lazy(() => loadCode(() => import('./delete-account-dialog.tsx')))

/** Data export and account deletion. */
export function AccountSection({ user, onDeleted }: { user: SessionUser; onDeleted: () => void }) {
  /** Undefined until first opened. */
  const [isDeleting, setDeleting] = useState<boolean>()
  return (
    <section aria-labelledby="account" className="panel mt-14 lg:mt-18">
      <h2 id="account" className="title-4">
        Your account
      </h2>
      <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        {user.firstName} {user.lastName}, {user.email}
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
      {isDeleting !== undefined && (
        <Suspense>
          <DeleteAccountDialog
            user={user}
            open={isDeleting}
            onClose={() => setDeleting(false)}
            onDeleted={onDeleted}
          />
        </Suspense>
      )}
    </section>
  )
}
