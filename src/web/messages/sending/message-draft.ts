import { type RefObject, useEffect, useState } from 'react'
import type { CategoryId } from '#categories/index.ts'
import { isBlank } from '#categories/text-rules.ts'

export function readMessageDraft(target: MessageTarget): string {
  const draft = readStored(storageKey('draft', target))
  return typeof draft === 'string' ? draft : ''
}

/** A blank one is deleted. */
export const saveMessageDraft = (target: MessageTarget, text: string) =>
  store(storageKey('draft', target), isBlank(text) ? null : text)

/** The text in the field. It outlives the page, and what was typed before the page's code came counts more. */
export function useMessageDraft(
  { userId, threadId }: ThreadTarget,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [text, setText] = useState('')
  useEffect(() => {
    setText(field.current?.value || readMessageDraft({ userId, threadId }))
  }, [userId, threadId, field])
  const change = (value: string) => {
    setText(value)
    saveMessageDraft({ userId, threadId }, value)
  }
  return [text, change] as const
}

/** The student and the thread of a draft. */
export interface ThreadTarget {
  userId: number
  threadId: number
}

/** The student and where they write: in a thread, or a first message about a listing. */
export type MessageTarget =
  | ThreadTarget
  | { userId: number; category: CategoryId; listingId: number }

/** The storage key of text that was written and not sent. Logging out deletes it all. */
export const storageKey = (kind: 'draft' | 'unsent', target: MessageTarget) =>
  'threadId' in target
    ? `${kind}/${target.userId}/thread/${target.threadId}`
    : `${kind}/${target.userId}/first-message/${target.category}/${target.listingId}`

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null deletes it. */
export function store(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or disabled: nothing outlives the page.
  }
}
