import { Outlet, useLocation, useParams } from 'react-router'
import { NoThreads } from '../messages/list/no-threads.tsx'
import { ThreadList } from '../messages/list/thread-list.tsx'
import { useKeptScroll } from '../messages/list/use-kept-scroll.ts'
import { usePolledThreads } from '../messages/message-polling.ts'
import { RedirectToLogin } from '../session/redirect-to-login.tsx'
import { useSession } from '../session/session.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import '../messages/messages-layout.css'

/** Rendered for one person: the list of threads, with the open one beside it or over it. */
export function Component() {
  const { pathname } = useLocation()
  const { user, isPending } = useSession()
  if (isPending) return <Spinner label="Loading…" />
  if (!user) return <RedirectToLogin path={pathname} />
  return <Messages />
}

function Messages() {
  const { id } = useParams()
  const query = usePolledThreads()
  const list = useKeptScroll()
  const isEmpty = !id && query.data?.pages[0]?.results.length === 0
  return (
    <div
      data-eager-script
      data-fill-screen
      data-thread-open={id && ''}
      data-empty={isEmpty || undefined}
      className="messages-layout"
    >
      <section ref={list} aria-label="Conversations" className="messages-layout-list">
        <h1 className="title-2 messages-layout-title">Messages</h1>
        {isEmpty ? <NoThreads /> : <ThreadList query={query} />}
      </section>
      <Outlet />
    </div>
  )
}
