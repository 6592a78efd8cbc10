import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { campus } from '#campus/campus.ts'
import { secondFactorDays } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { RecoveryCodes } from '#contract/identity-proof.ts'
import { apiPaths } from '#contract/paths.ts'
import { useHead } from '../../navigation/head.ts'
import { useApi } from '../../queries/api.ts'
import { securityQuery } from '../../session/account-queries.ts'
import { useProveIdentity } from '../../session/identity/identity-dialog.tsx'
import { IdentityFields, useIdentityProof } from '../../session/identity/identity-proof.tsx'
import { Spinner } from '../../ui/content/spinner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { EntranceLayout } from '../entrance/entrance-layout.tsx'
import { SaveCodes, SecondFactorSetup } from './second-factor-setup.tsx'

interface GateProps {
  user: SessionUser
  /** Called once the role counts. It shows the page. */
  onDone: () => Promise<void>
}

/** Stands in front of the moderation pages until the second factor is set up, or used on this device. */
export function SecondFactorGate({ isMissing, ...props }: GateProps & { isMissing: boolean }) {
  useHead({ title: `Second factor · ${campus.brand}`, description: 'Confirm that it is you.' })
  return isMissing ? <SetUp {...props} /> : <Ask {...props} />
}

function SetUp({ onDone }: GateProps) {
  return (
    <EntranceLayout
      title="Set up a second factor"
      lead="These pages show private reports from students, so you need a second factor to open them. The rest of the site works as before."
      wide
    >
      <SecondFactorSetup onDone={onDone} />
    </EntranceLayout>
  )
}

function Ask({ user, onDone }: GateProps) {
  const api = useApi()
  const isHydrated = useHydrated()
  const { data: security } = useQuery(securityQuery(api))
  const prove = useProveIdentity()
  const makeFirstCodes = useMakeFirstCodes()
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  const proving = useIdentityProof({
    security: security ?? { ways: [], university: null },
    onProof: async (proof) => {
      await prove(proof)
      const codes = await makeFirstCodes()
      if (codes) setNewCodes(codes)
      else await onDone()
    },
  })
  // The moderator may have confirmed in another tab, or there was no connection to make the codes.
  const isDone = user.secondFactor === null && !proving.isSubmitting && !newCodes
  const finish = useEffectEvent(() => void onDone())
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])
  if (newCodes) {
    return (
      <EntranceLayout title="One more step" wide>
        <SaveCodes codes={newCodes} onDone={onDone} />
      </EntranceLayout>
    )
  }
  return (
    <EntranceLayout
      title="Confirm that it's you"
      lead={`Use your second factor to open the moderation pages. We ask again after ${secondFactorDays} days on this device, and after you log out.`}
    >
      <div className="mt-5">
        {security ? (
          <IdentityFields proving={proving} email={user.email} />
        ) : (
          <Spinner label="Loading…" />
        )}
      </div>
      <Button
        type="submit"
        form={proving.formId}
        fullWidth
        className="mt-3"
        disabled={!isHydrated}
        busy={proving.isSubmitting}
      >
        Confirm
      </Button>
    </EntranceLayout>
  )
}

/**
 * Makes recovery codes if none are left. Somebody who had a passkey before they got their role has never seen any.
 * Resolves with null if there are codes.
 */
function useMakeFirstCodes() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (): Promise<string[] | null> => {
    const security = await queryClient.fetchQuery({ ...securityQuery(api), staleTime: 0 })
    if (security.recoveryCodes > 0) return null
    return (await api.post<RecoveryCodes>(apiPaths.recoveryCodes)).recoveryCodes
  }
}
