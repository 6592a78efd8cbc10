import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSecurity, RecoveryCodes as RecoveryCodesBody } from '#contract/identity-proof.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAge, pluralize } from '#format/format.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { fetchSession } from '../../session/session.tsx'
import { setSessionUser } from '../../session/set-session-user.ts'
import { useAccountMutation } from '../../session/use-account-mutation.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { SaveCodes, SecondFactorSetup } from './second-factor-setup.tsx'

/** The second factor of a moderator or admin: the app and the recovery codes. The passkeys have their own section. */
export function SecondFactorSettings({ security }: { security: OwnSecurity }) {
  const { authenticatorAddedAt, recoveryCodes, hasSecondFactor } = security
  const isHydrated = useHydrated()
  const today = useToday()
  const [isSettingUp, setSettingUp] = useState(false)
  const [newCodes, setNewCodes] = useState<string[]>()
  const refresh = useRefresh()
  const make = useAccountMutation(
    (api, _: undefined) => proveFirst(() => api.post<RecoveryCodesBody>(apiPaths.recoveryCodes)),
    { onSuccess: (made) => setNewCodes(made.recoveryCodes ?? []) },
  )
  const remove = useAccountMutation(
    (api, _: undefined) => proveFirst(() => api.delete(apiPaths.authenticator)),
    { onSuccess: () => showToast({ variant: 'ok', text: 'Authenticator app removed.' }) },
  )
  const error = make.error ?? remove.error
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold">Authenticator app</p>
            <p className="text-ink-2 text-sm">
              {authenticatorAddedAt
                ? `Set up ${formatAge(authenticatorAddedAt, today)}`
                : 'Not set up'}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              variant={hasSecondFactor ? 'secondary' : 'primary'}
              size="small"
              disabled={!isHydrated}
              aria-haspopup="dialog"
              onClick={() => setSettingUp(true)}
            >
              {authenticatorAddedAt ? 'Change phone' : 'Set up'}
            </Button>
            {authenticatorAddedAt && (
              <Button
                variant="secondary"
                size="small"
                busy={remove.isPending}
                onClick={() => remove.mutate(undefined)}
              >
                Remove <span className="sr-only">authenticator app</span>
              </Button>
            )}
          </div>
        </li>
        {hasSecondFactor && (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">Recovery codes</p>
              <p className="text-ink-2 text-sm">
                {recoveryCodes > 0
                  ? `${pluralize(recoveryCodes, 'code')} left`
                  : 'None left. Without one, a lost device locks you out.'}
              </p>
            </div>
            <Button
              variant={recoveryCodes > 0 ? 'secondary' : 'primary'}
              size="small"
              disabled={!isHydrated}
              busy={make.isPending}
              onClick={() => make.mutate(undefined)}
            >
              Make new codes
            </Button>
          </li>
        )}
      </ul>
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
      <Dialog
        open={isSettingUp}
        onClose={() => setSettingUp(false)}
        title="Set up an authenticator app"
      >
        {isSettingUp && (
          <SecondFactorSetup
            onDone={async () => {
              await refresh()
              setSettingUp(false)
            }}
            onCancel={() => setSettingUp(false)}
          />
        )}
      </Dialog>
      <Dialog
        open={newCodes !== undefined}
        onClose={() => setNewCodes(undefined)}
        title="New recovery codes"
      >
        {newCodes && <SaveCodes codes={newCodes} onDone={async () => setNewCodes(undefined)} />}
      </Dialog>
    </>
  )
}

/** Reads the session again, because the role counts now, and everything else that shows the account. */
function useRefresh() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async () => {
    setSessionUser(queryClient, await fetchSession(api))
    await queryClient.invalidateQueries()
  }
}
