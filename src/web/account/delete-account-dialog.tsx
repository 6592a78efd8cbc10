import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import type { IdentityProof } from '#contract/identity-proof.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../queries/api.ts'
import { securityQuery } from '../session/account-queries.ts'
import { hasMessages } from '../session/has-messages.ts'
import {
  type FieldWay,
  IdentityFields,
  useIdentityProof,
} from '../session/identity/identity-proof.tsx'
import { leaveAccount } from '../session/leave-account.ts'
import { broadcastSessionChange, setSessionUser } from '../session/set-session-user.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

export function DeleteAccountDialog({
  user,
  open,
  onClose,
}: {
  user: SessionUser
  open: boolean
  onClose: () => void
}) {
  // The student may have confirmed in the meantime that it is them, or too long ago.
  const query = useQuery({ ...securityQuery(useApi()), enabled: open, staleTime: 0 })
  const security = query.data ?? { ways: ['password'] as const, university: null, isProved: false }
  const { isProved } = security
  const deleteAccount = useDeleteAccount()
  const proving = useIdentityProof({
    security: isProved ? nothingToProve : security,
    onProof: (proof) =>
      deleteAccount(isProved ? {} : proof).catch((error: unknown) => {
        void query.refetch()
        throw error
      }),
  })
  const close = () => {
    proving.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete my account"
      footer={
        <>
          <Button type="submit" form={proving.formId} variant="danger" busy={proving.isSubmitting}>
            Delete for good
          </Button>
          <Button variant="secondary" onClick={close}>
            Keep my account
          </Button>
        </>
      }
    >
      <p className="mb-4">
        This removes your account, your listings and your photos.{' '}
        {hasMessages(user) && 'Students you wrote to keep your messages, without your name. '}
        You can't undo this.{' '}
        {isProved
          ? "You've just confirmed that it's you."
          : confirmTexts[proving.way ?? 'password']}
      </p>
      <IdentityFields proving={proving} email={user.email} />
    </Dialog>
  )
}

const nothingToProve = { ways: [], university: null }

const confirmTexts: Record<FieldWay, string> = {
  password: 'Enter your password to confirm.',
  passkey: 'Use your passkey to confirm.',
  code: 'Enter a code to confirm.',
  emailedCode: 'To confirm, enter the code that we email you.',
}

function useDeleteAccount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (proof: IdentityProof) => {
    await api.delete(apiPaths.account, proof)
    broadcastSessionChange()
    // Navigates first, because without a student the account page would lead to the login.
    await leaveAccount(navigate)
    setSessionUser(queryClient, null)
    showToast({ variant: 'ok', text: 'Your account and everything in it are deleted.' })
  }
}
