import type { ComponentType } from 'react'
import { useLazyPart } from '../use-lazy-part.ts'

interface LazyDialogProps {
  open: boolean
  onClose: () => void
}

/**
 * Makes a dialog whose code loads when it first opens. If that fails, it closes with a toast, and the next opening tries
 * again.
 */
export function lazyDialog<Props extends LazyDialogProps>(
  importDialog: () => Promise<ComponentType<Props>>,
) {
  return function LazyDialog({
    isLikely = false,
    ...rest
  }: Props & {
    /** Loads the code in idle time, before the dialog is opened. */
    isLikely?: boolean
  }) {
    const props = rest as unknown as Props
    const { open, onClose } = props
    const { Part: Dialog } = useLazyPart(importDialog, {
      isNeeded: open,
      isLikely,
      onFailure: onClose,
    })
    return Dialog && <Dialog {...props} />
  }
}
