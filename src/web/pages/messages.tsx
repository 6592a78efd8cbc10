import { type LoaderFunctionArgs, useOutlet, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { NoThreads, ThreadList, useKeptScroll } from '../messages/list/thread-list.tsx'
import { threadsQuery } from '../messages/message-queries.ts'
import { usePolledThreads } from '../messages/message-updates.ts'
import { useHead } from '../navigation/head.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { ForStudent } from '../session/login-redirects.tsx'
import { EmptyIllustration } from '../ui/illustrations/empty.tsx'
import { messagesPage } from './restricted-page.tsx'
import '../messages/messages-layout.css'

export const { Component, loader } = messagesPage(
  () => <ForStudent>{() => <Messages />}</ForStudent>,
  async (args: LoaderFunctionArgs) => {
    const { api, queryClient } = getLoaderContext(args)
    // A failure appears in its own pane, which offers to try again.
    await waitForData(queryClient.prefetchInfiniteQuery(threadsQuery(api)))
    return null
  },
)

/** The list of threads, with the open one beside it or over it. */
function Messages() {
  const { id } = useParams()
  const query = usePolledThreads()
  const list = useKeptScroll()
  const openThread = useOutlet()
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
      {openThread ?? <NoOpenThread />}
    </div>
  )
}

function NoOpenThread() {
  useHead({
    title: `Messages · ${campus.brand}`,
    description: 'Your conversations with other students.',
  })
  return (
    <div className="messages-layout-none text-ink-2">
      <EmptyIllustration />
      <p>Choose a conversation</p>
    </div>
  )
}
