import { XIcon } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { createStore } from '../store.ts'

export type ModalProps = {
  open: boolean
  /**
   * Makes the modal a popover too. A button with this id as its `popoverTarget` can then open it before JavaScript loads.
   * After such an opening, `onOpen` is called once JavaScript has loaded.
   */
  id?: string
  onOpen?: () => void
  /** Called by the close button, Escape and a click on the backdrop. */
  onClose: () => void
  title: ReactNode
  /** An action beside the close button. */
  headAction?: ReactNode
  /** The actions, the main one first. The footer stays in view while the body scrolls. */
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
  /** Makes the title and the padding smaller. */
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
    // Without this, the click would take away the focus that closing restores.
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

/** The open modals, the topmost last. It covers everything outside it, which cannot be pressed. */
export const openModals = createStore<readonly HTMLElement[]>([])

/** Adds an open modal. Returns a function that removes it again. */
export function addOpenModal(modal: HTMLElement): () => void {
  if (openModals.get().length === 0) keepScrollbarWidth()
  openModals.set([...openModals.get(), modal])
  return () => {
    openModals.set(openModals.get().filter((other) => other !== modal))
    if (openModals.get().length === 0) document.documentElement.style.paddingRight = ''
  }
}

/**
 * Adds padding as wide as the page's scrollbar, which is hidden while a modal is open. A stable gutter would stay bare
 * beside the backdrop. Only the first modal measures the scrollbar, because it is hidden when a second one opens.
 */
function keepScrollbarWidth() {
  const { clientWidth, style } = document.documentElement
  style.paddingRight = `${window.innerWidth - clientWidth}px`
}
