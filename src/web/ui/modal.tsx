import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export type ModalProps = {
  open: boolean
  /** Asked to close: by the X, Escape or a press on the backdrop. */
  onClose: () => void
  title: ReactNode
  /** The actions, kept in view under a long body; the main one first. */
  footer?: ReactNode
  children?: ReactNode
}

export function Modal({
  open,
  onClose,
  title,
  footer,
  children,
  className,
}: ModalProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const { clientWidth, style } = document.documentElement
    // The page behind cannot scroll now; where its scrollbar took room, that room stays.
    if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    element.showModal()
    return () => {
      element.close()
      style.scrollbarGutter = ''
    }
  }, [open])

  const closeFromBackdrop = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return
    // The press must not move the focus that closing gives back.
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
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
        <Button look="quiet" size="icon" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </Button>
      </div>
      <div className="modal-body">{children}</div>
      {footer && <div className="modal-foot">{footer}</div>}
    </dialog>
  )
}
