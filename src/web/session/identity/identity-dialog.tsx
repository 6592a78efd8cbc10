import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { proofMinutes } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { IdentityProof, OwnSecurity } from '#contract/identity-proof.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../../queries/api.ts'
import { Spinner } from '../../ui/content/spinner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { securityQuery } from '../account-queries.ts'
import { useSession } from '../session.tsx'
import { setSessionUser } from '../set-session-user.ts'
import { IdentityFields, useIdentityProof } from './identity-proof.tsx'
import { settleIdentity } from './identity-request.ts'

/** Asks the student to confirm that it is them, when an action was refused. The action runs again afterwards. */
export function IdentityDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const api = useApi()
  const { user } = useSession()
  // The ways may have changed since the page was loaded.
  const { data: security } = useQuery({ ...securityQuery(api), enabled: open, staleTime: 0 })
  const prove = useProveIdentity()
  const proving = useIdentityProof({
    security: security ?? { ways: [], university: null },
    onProof: async (proof) => {
      await prove(proof)
      proving.reset()
      settleIdentity(true)
    },
  })
  const { setFocus } = proving.form
  const way = open && security ? proving.way : undefined
  useEffect(() => {
    if (way && way !== 'passkey') setFocus(way)
  }, [way, setFocus])
  const close = () => {
    proving.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Confirm that it's you"
      footer={
        <>
          <Button type="submit" form={proving.formId} busy={proving.isSubmitting}>
            Confirm
          </Button>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="mb-4">We won't ask again for {proofMinutes} minutes.</p>
      {security && user ? (
        <IdentityFields proving={proving} email={user.email} />
      ) : (
        <Spinner label="Loading…" />
      )}
    </Dialog>
  )
}

/** Sends a proof. The session may get another role, and the account page shows that the student is proved. */
export function useProveIdentity() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (proof: IdentityProof) => {
    const user = await api.post<SessionUser>(apiPaths.proveIdentity, proof)
    const { queryKey } = securityQuery(api)
    queryClient.setQueryData<OwnSecurity>(queryKey, (old) => old && { ...old, isProved: true })
    setSessionUser(queryClient, user)
  }
}
