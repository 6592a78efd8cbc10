import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { LinkButton } from './link-button.tsx'
import {
  dismissToast,
  getToasts,
  pauseToasts,
  resumeToasts,
  subscribeToToasts,
  type Toast,
} from './toast-store.ts'

const none: readonly Toast[] = []

/** Renders the toasts; mounted once, by the site's shell. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, () => none)
  return (
    <section
      className="toast-region"
      aria-label="Notifications"
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {toasts.map(({ id, variant, text, action }) => (
        <div key={id} className={`toast toast-${variant}`}>
          <span className="toast-icon">
            <Icon name={variant === 'ok' ? 'check' : 'alert'} />
          </span>
          <p className="flex-1 py-2">{text}</p>
          {action && (
            <LinkButton
              variant="secondary"
              size="small"
              href={action.href}
              onClick={() => dismissToast(id)}
            >
              {action.label}
            </LinkButton>
          )}
          <Button variant="quiet" size="icon" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <Icon name="x" />
          </Button>
        </div>
      ))}
    </section>
  )
}
