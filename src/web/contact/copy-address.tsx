import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

/** Keeps its place while there is no address. */
export function CopyAddress({ email }: { email: string | null | undefined }) {
  const copy = async (address: string) => {
    const key = 'copy-address'
    try {
      await navigator.clipboard.writeText(address)
      showToast({ variant: 'ok', text: 'Email copied.', key })
    } catch {
      // Without permission, and over plain http, where there is no clipboard.
      showToast({ variant: 'info', text: `Copy it by hand: ${address}`, key })
    }
  }
  return (
    <Button
      variant="secondary"
      size="small"
      className={classNames('flex-1 max-sm:px-3', !email && 'invisible')}
      onClick={() => email && copy(email)}
    >
      Copy email
    </Button>
  )
}
