import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { LinkButton } from './link-button.tsx'
import {
  dismissNotice,
  type Notice,
  type NoticeAction,
  pauseNotices,
  readNotices,
  resumeNotices,
  watchNotices,
} from './notice-store.ts'

const none: readonly Notice[] = []

/** Where notices appear; place it once, near the end of the page. */
export function Notices() {
  const notices = useSyncExternalStore(watchNotices, readNotices, () => none)
  return (
    <section
      className="notices"
      aria-label="Notifications"
      aria-live="polite"
      onPointerEnter={pauseNotices}
      onPointerLeave={resumeNotices}
      onFocus={pauseNotices}
      onBlur={resumeNotices}
    >
      {notices.map(({ id, tone, text, action }) => (
        <div key={id} className="notice" data-tone={tone}>
          <span className="notice-icon">
            <Icon name={tone === 'ok' ? 'check' : 'alert'} />
          </span>
          <p className="notice-text">{text}</p>
          {action && <Action {...action} onDone={() => dismissNotice(id)} />}
          <Button look="quiet" size="icon" aria-label="Dismiss" onClick={() => dismissNotice(id)}>
            <Icon name="x" />
          </Button>
        </div>
      ))}
    </section>
  )
}

function Action({ label, href, onSelect, onDone }: NoticeAction & { onDone: () => void }) {
  const select = () => {
    onSelect?.()
    onDone()
  }
  return href ? (
    <LinkButton look="secondary" size="small" href={href} onClick={select}>
      {label}
    </LinkButton>
  ) : (
    <Button look="secondary" size="small" onClick={select}>
      {label}
    </Button>
  )
}
