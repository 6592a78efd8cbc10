import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { postingRefusal } from '../session/posting-refusal.ts'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

/** Tells a student who may not post why, before they start something that would be refused. */
export function PostingNotice({ className }: { className: string }) {
  const { user } = useSession()
  const refusal = postingRefusal(user)
  if (!refusal) return null
  return (
    <div className={className}>
      <Callout>
        <p className="measure text-base">{refusal}</p>
        {user?.pause?.deletionAt && !user.suspension && <KeepAccount />}
      </Callout>
    </div>
  )
}

/** Tells a student on the account page that the account will be deleted, and lets them keep it. */
export function PauseNotice({ className }: { className: string }) {
  const pause = useSession().user?.pause
  if (!pause) return null
  return (
    <div className={className}>
      <Callout>
        <p className="measure text-base">{pause.message}</p>
        {pause.deletionAt && <KeepAccount />}
      </Callout>
    </div>
  )
}

function KeepAccount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const keep = useMutation({
    mutationFn: () => api.post(apiPaths.keepAccount, {}),
    onSuccess: () => showToast({ variant: 'ok', text: 'Your account stays.' }),
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <>
      <Button className="mt-4" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {keep.error ? errorMessage(keep.error) : ''}
      </p>
    </>
  )
}
