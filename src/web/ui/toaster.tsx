import { CheckIcon, CircleAlertIcon, XIcon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
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
            {variant === 'ok' ? <CheckIcon size={20} /> : <CircleAlertIcon size={20} />}
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
            <XIcon size={20} />
          </Button>
        </div>
      ))}
    </section>
  )
}
