import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { useStore } from '../../ui/store.ts'
import { identityRequests, settleIdentity } from './identity-request.ts'

const IdentityDialog = lazyDialog(
  async () => (await import('./identity-dialog.tsx')).IdentityDialog,
)

/** The dialog that `requestIdentity` opens. The site's shell mounts it once. */
export function IdentityDialogHost() {
  const isOpen = useStore(identityRequests).length > 0
  return <IdentityDialog open={isOpen} onClose={() => settleIdentity(false)} />
}
