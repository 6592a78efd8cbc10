import { MonitorSmartphoneIcon } from 'lucide-react'
import type { OwnSession } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAge } from '#format/format.ts'
import { errorMessage } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

const nameOf = ({ device }: OwnSession) => device ?? 'Unknown device'

/** Lists the devices. `onEnded` is called when the button that had the focus disappears. */
export function DeviceList({ devices, onEnded }: { devices: OwnSession[]; onEnded: () => void }) {
  const { mutate, isPending, variables, error } = useEndSession(onEnded)
  const others = devices.filter(({ isCurrent }) => !isCurrent)
  const current = devices.filter(({ isCurrent }) => isCurrent)
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {[...current, ...others].map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <MonitorSmartphoneIcon size={22} className="flex-none text-ink-2" />
            <div className="min-w-0 flex-1 basis-24">
              <p className="font-semibold">{nameOf(device)}</p>
              <LastUse device={device} />
            </div>
            {!device.isCurrent && (
              <Button
                variant="secondary"
                size="small"
                busy={isPending && variables === device}
                onClick={() => mutate(device)}
              >
                Log out <span className="sr-only">{nameOf(device)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          variant="secondary"
          className="mt-6"
          busy={isPending && variables === 'others'}
          onClick={() => mutate('others')}
        >
          End all others
        </Button>
      )}
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </>
  )
}

function LastUse({ device }: { device: OwnSession }) {
  const lastUse = `last used ${formatAge(device.lastUsedAt, useToday())}`
  return (
    <p className="text-ink-2 text-sm">
      {device.isCurrent && <strong className="font-semibold text-ok">This device</strong>}
      {device.isCurrent ? ` · ${lastUse}` : lastUse[0]?.toUpperCase() + lastUse.slice(1)}
    </p>
  )
}

function useEndSession(onEnded: () => void) {
  return useAccountMutation(
    (api, session: OwnSession | 'others') =>
      api.delete(session === 'others' ? apiPaths.sessions : apiPaths.session(session.id)),
    {
      onSuccess: (_, session) => {
        const who = session === 'others' ? 'All other devices are' : `${nameOf(session)} is`
        showToast({ variant: 'ok', text: `${who} logged out.` })
        onEnded()
      },
    },
  )
}
