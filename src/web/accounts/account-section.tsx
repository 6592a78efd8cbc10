import { useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { Button } from '../ui/button.tsx'
import { Icon, PathIcon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Data export and account deletion. */
export function AccountSection({ user, onDeleted }: { user: SessionUser; onDeleted: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
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
          <PathIcon d="M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15" size={18} />
          Download my data
        </LinkButton>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
          <Icon name="trash" size={18} />
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog
        user={user}
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </section>
  )
}
