import { type Ref, useImperativeHandle, useRef } from 'react'
import type { QueueItem } from '#contract/moderation.ts'
import { wrapIndex } from '../../ui/content/wrap-index.ts'
import { casePath } from './queue-navigation.ts'
import { QueueRow } from './queue-row.tsx'

export interface QueueListHandle {
  /** Moves the focus to the link of another case. */
  move: (steps: 1 | -1) => void
}

export function QueueList({
  items,
  filters,
  ref,
}: {
  items: readonly QueueItem[]
  filters: URLSearchParams
  ref: Ref<QueueListHandle>
}) {
  const list = useRef<HTMLUListElement>(null)
  useImperativeHandle(ref, () => ({
    move: (steps) => {
      const links = [...(list.current?.querySelectorAll('a') ?? [])]
      const focused = links.findIndex((link) => link.matches(':focus'))
      // Nothing has the focus at first: the one after it is the first, the one before it the last.
      const start = focused === -1 && steps === -1 ? 0 : focused
      const link = links[wrapIndex(start + steps, links.length)]
      link?.focus()
      link?.closest('li')?.scrollIntoView({ block: 'nearest' })
    },
  }))
  return (
    <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {items.map((item) => {
        const path = casePath(item, filters)
        return (
          <li key={path} className="scroll-mt-6">
            <QueueRow item={item} path={path} />
          </li>
        )
      })}
    </ul>
  )
}
