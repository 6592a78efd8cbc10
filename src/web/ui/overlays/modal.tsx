import { XIcon } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { addOpenModal } from './open-modals.ts'

export type ModalProps = {
  open: boolean
  /**
   * For a modal that must open before its code is there: it is also a popover, which a button with this id as its
   * `popoverTarget` opens without code. `onOpen` is called when that has happened.
   */
  id?: string
  onOpen?: () => void
  /** The close button, Escape or a click on the backdrop. */
  onClose: () => void
  title: ReactNode
  /** Beside the close button. */
  headAction?: ReactNode
  /** Actions, the main one first; stays in view while the body scrolls. */
  footer?: ReactNode
  children?: ReactNode
}

export function Modal({
  open,
  id,
  onOpen,
  onClose,
  title,
  headAction,
  footer,
  children,
  variant,
  compact = false,
}: ModalProps & {
  variant: 'dialog' | 'sheet' | 'fullscreen'
  /** Smaller title and padding. */
  compact?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focusInPopover = useRef<Element>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element?.matches(':popover-open')) return
    const { activeElement } = document
    if (element.contains(activeElement)) focusInPopover.current = activeElement
    element.hidePopover()
    onOpen?.()
  }, [onOpen])

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const removeOpenModal = addOpenModal(element)
    element.showModal()
    if (focusInPopover.current instanceof HTMLElement) focusInPopover.current.focus()
    focusInPopover.current = null
    return () => {
      element.close()
      removeOpenModal()
    }
  }, [open])

  const closeFromBackdrop = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return
    // Otherwise the click would take the focus that closing restores.
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      id={id}
      popover={id && 'auto'}
      className={classNames(`modal modal-${variant}`, compact && 'modal-compact')}
      aria-labelledby={titleId}
      onMouseDown={closeFromBackdrop}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (open && !event.currentTarget.open) onClose()
      }}
    >
      <div className="modal-head">
        <h2 id={titleId} className="title-3 modal-title">
          {title}
        </h2>
        <div className="modal-actions">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Close"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={onClose}
          >
            <XIcon size={20} />
          </Button>
          {headAction}
        </div>
      </div>
      <div className="modal-body">{children}</div>
      {footer && <div className="modal-foot">{footer}</div>}
    </dialog>
  )
}
