import type { InfiniteData } from '@tanstack/react-query'
import type { Message, MessagesPage } from '#contract/messages.ts'
import type { WithEtag } from '../queries/api.ts'

/** As the query has them: the newest page first, in each the oldest message first. */
export type MessagePages = InfiniteData<MessagesPage, unknown>

export const inOrder = ({ pages }: MessagePages): Message[] =>
  pages.toReversed().flatMap(({ results }) => results)

/** What was sent now. One that was sent before may be older than what is loaded, and is left to its page. */
export function addMessage(data: MessagePages, message: Message): MessagePages {
  const [newest, ...older] = data.pages
  const isOlder = (newest?.results[0]?.id ?? 0) > message.id
  if (!newest || isOlder || newest.results.some(({ id }) => id === message.id)) return data
  const results = [...newest.results, message].sort((a, b) => a.id - b.id)
  return { ...data, pages: [{ ...newest, results }, ...older] }
}

/** Keeps what was shown before the newest page, unless more has come meanwhile than a page holds. */
export function mergeNewest(
  kept: WithEtag<MessagesPage>,
  newest: WithEtag<MessagesPage>,
): WithEtag<MessagesPage> {
  const [oldest] = newest.results
  const last = kept.results.at(-1)
  if (!oldest || !last || last.id < oldest.id) return newest
  const older = kept.results.filter(({ id }) => id < oldest.id)
  return { ...newest, results: [...older, ...newest.results], previous: kept.previous }
}
