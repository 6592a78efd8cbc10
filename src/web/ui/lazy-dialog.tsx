import type { ComponentType } from 'react'
import { showToast } from './toast-store.ts'
import { useLazyComponent } from './use-lazy-component.ts'

interface LazyDialogProps {
  open: boolean
  onClose: () => void
}

/** A dialog whose code is loaded when it is first opened. If that fails, it closes with a toast, and the next opening tries again. */
export function lazyDialog<Props extends LazyDialogProps>(
  importDialog: () => Promise<ComponentType<Props>>,
) {
  return function LazyDialog(props: Props) {
    const { open, onClose } = props
    const Dialog = useLazyComponent(importDialog, {
      isNeeded: open,
      onFailure: () => {
        onClose()
        showToast({
          variant: 'danger',
          text: "That didn't open. Check your connection and try again, or reload the page.",
        })
      },
    })
    return Dialog && <Dialog {...props} />
  }
}
