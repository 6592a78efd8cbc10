import { XIcon } from 'lucide-react'
import { createContext, useContext, useEffect, useId, useRef } from 'react'
import type { ShownAnnouncement } from '#contract/rendering.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/controls/button.tsx'
import { createStorage, createStore, useStore } from '../ui/store.ts'

/** The announcements of the document. They stay the same until the next document is loaded. */
export const AnnouncementsContext = createContext<readonly ShownAnnouncement[]>([])

/** `public/dismissed-announcements.js` reads the same list before the first paint. */
const storage = createStorage<string[]>('localStorage', 'dismissed-announcements')
const maxKept = 50

/** The server and hydration render every announcement; the script hides the dismissed ones meanwhile. */
const dismissed = createStore<readonly string[]>([])

const readDismissed = () => {
  const keys = storage.read()
  return Array.isArray(keys) ? keys : []
}

/** What admins announce, above the page. Each can be dismissed in this browser. */
export function Announcements({ mainId }: { mainId: string }) {
  const announcements = useContext(AnnouncementsContext)
  const { isLoggedIn } = useSession()
  const hidden = useStore(dismissed)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (announcements.length > 0) dismissed.set(readDismissed())
  }, [announcements])
  // What is for one university goes away with the student who logs out.
  const shown = announcements.filter(
    ({ key, isForUniversity }) => !hidden.includes(key) && (isLoggedIn || !isForUniversity),
  )
  if (shown.length === 0) return null
  const dismiss = (key: string) => {
    const kept = [...readDismissed().filter((each) => each !== key), key].slice(-maxKept)
    storage.write(kept)
    const index = shown.findIndex((each) => each.key === key)
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById(mainId)
    next?.focus({ preventScroll: true })
    dismissed.set(kept)
  }
  return (
    <section aria-label="Announcements" className="relative z-1 bg-sun print:hidden">
      <ul ref={list} className="page-width divide-y divide-line">
        {shown.map((each) => (
          <Item key={each.key} announcement={each} onDismiss={() => dismiss(each.key)} />
        ))}
      </ul>
    </section>
  )
}

function Item({
  announcement: { key, text, link },
  onDismiss,
}: {
  announcement: ShownAnnouncement
  onDismiss: () => void
}) {
  const id = useId()
  return (
    <li data-announcement={key} className="flex items-start justify-between gap-3 py-1">
      <p className="min-w-0 py-2.5 [overflow-wrap:anywhere]">
        <span id={id} dir="auto">
          {text}
        </span>
        {link && (
          <>
            {' '}
            <Link to={link} rel="noreferrer" aria-describedby={id} className="link font-semibold">
              Read more
            </Link>
          </>
        )}
      </p>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Dismiss"
        aria-describedby={id}
        className="-mr-2.5 flex-none"
        onClick={onDismiss}
      >
        <XIcon size={20} />
      </Button>
    </li>
  )
}
