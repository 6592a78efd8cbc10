import { CheckIcon, CircleAlertIcon, InfoIcon, XIcon } from 'lucide-react'
import { type ComponentType, type FocusEvent, type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from '../content/spinner.tsx'
import { Button } from '../controls/button.tsx'
import { LinkButton } from '../controls/link-button.tsx'
import { useStore } from '../store.ts'
import { openModals } from './modal.tsx'
import { dismissToast, pauseToasts, resumeToasts, toasts } from './toast-store.ts'

const icons = {
  ok: <CheckIcon size={20} />,
  info: <InfoIcon size={20} />,
  danger: <CircleAlertIcon size={20} />,
  busy: <Spinner />,
}

/**
 * Renders the toasts. The site's shell mounts it once. The toasts move into the topmost modal, because everything outside it
 * is covered and inert.
 */
export function Toaster({
  Link,
}: {
  /** A link that follows a path without loading a document. */
  Link: ComponentType<{
    to: string
    className?: string
    onClick?: () => void
    children?: ReactNode
  }>
}) {
  const modal = useStore(openModals).at(-1)
  const shown = useStore(toasts)
  /** The element that had the focus before it moved to a toast. */
  const focusedBefore = useRef<Element>(null)
  const handleFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget))
      focusedBefore.current = relatedTarget
    pauseToasts()
  }
  // The pressed button disappears with its toast, so the focus returns to where it was.
  const dismiss = (id: number, nextFocus = focusedBefore.current) => {
    dismissToast(id)
    if (nextFocus instanceof HTMLElement) nextFocus.focus({ preventScroll: true })
  }
  const region = (
    <section
      className="toast-region print:hidden"
      aria-label="Notifications"
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={handleFocus}
      onBlur={resumeToasts}
    >
      {shown.map(({ id, variant, text, action, link }) => (
        <div key={id} className={`toast toast-${variant}`}>
          <span className="toast-icon">{icons[variant]}</span>
          <div className="toast-body">
            <p className="toast-text">{text}</p>
            {link && (
              <Link className="link text-sm" to={link.href} onClick={() => dismissToast(id)}>
                {link.label}
              </Link>
            )}
            {action && 'href' in action && (
              <LinkButton
                as={Link}
                variant="secondary"
                size="small"
                to={action.href}
                onClick={() => dismissToast(id)}
              >
                {action.label}
              </LinkButton>
            )}
            {action && 'onClick' in action && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  dismiss(id)
                  action.onClick()
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Dismiss"
            data-dismiss
            onClick={({ currentTarget }) => dismiss(id, findNextDismiss(currentTarget))}
          >
            <XIcon size={20} />
          </Button>
        </div>
      ))}
    </section>
  )
  return modal ? createPortal(region, modal) : region
}

function findNextDismiss(button: Element) {
  const toast = button.closest('.toast')
  const next = toast?.nextElementSibling ?? toast?.previousElementSibling
  return next?.querySelector('[data-dismiss]')
}
