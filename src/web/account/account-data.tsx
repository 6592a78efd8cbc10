import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DownloadIcon, Trash2Icon } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { onlyAdminMessage } from '#contract/account-rules.ts'
import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { securityQuery } from '../session/account-queries.ts'
import { requestIdentity } from '../session/identity/identity-request.ts'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

/**
 * Data export and account deletion. The only admin sees why they cannot leave, in place of the button. A student on hold
 * reads at the top of the page that they cannot.
 */
export function AccountData({ account }: { account: OwnAccount }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Download />
        {!account.isOnlyAdmin && account.pause?.canDelete !== false && (
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

/** Asks moderators and admins for their second factor before the download. */
function Download() {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = securityQuery(api)
  const { data: security } = useQuery(query)
  const proveFirst = async (event: MouseEvent) => {
    event.preventDefault()
    const { isProved } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
    if (isProved || (await requestIdentity())) window.location.assign(apiPaths.accountExport)
  }
  const needsProof = security?.isStaff && security.hasSecondFactor
  return (
    <LinkButton
      href={apiPaths.accountExport}
      download
      variant="secondary"
      onClick={needsProof ? proveFirst : undefined}
    >
      <DownloadIcon size={18} />
      Download my data
    </LinkButton>
  )
}
