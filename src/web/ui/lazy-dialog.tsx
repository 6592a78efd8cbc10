import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { showToast } from './toast-store.ts'

interface LazyDialogProps {
  open: boolean
  onClose: () => void
}

/**
 * A dialog whose code is loaded when it is first opened. If that fails, it closes with a toast, and the next opening
 * tries again; React's `lazy` would keep the failure and throw it at the whole page.
 */
export function lazyDialog<Props extends LazyDialogProps>(
  importDialog: () => Promise<ComponentType<Props>>,
) {
  return function LazyDialog(props: Props) {
    const { open, onClose } = props
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    const handleFailure = useEffectEvent(() => {
      onClose()
      showToast({
        variant: 'danger',
        text: 'That could not be opened. Please check your connection and try again, or reload the page.',
      })
    })
    useEffect(() => {
      if (!open || Dialog) return
      importDialog().then(
        (loaded) => setDialog(() => loaded),
        () => handleFailure(),
      )
    }, [open, Dialog])
    return Dialog && <Dialog {...props} />
  }
}
