import { type RefObject, useEffect, useState } from 'react'
import type { CategoryId } from '#categories/index.ts'
import { isBlank } from '#categories/text-rules.ts'

export function readMessageDraft(target: MessageTarget): string {
  const draft = readStored(storageKey('draft', target))
  return typeof draft === 'string' ? draft : ''
}

/** Saves a draft. A blank text deletes it. */
export const saveMessageDraft = (target: MessageTarget, text: string) =>
  store(storageKey('draft', target), isBlank(text) ? null : text)

/**
 * The text in the field. It is saved beyond the page. Text typed before JavaScript loaded takes priority over the saved
 * draft.
 */
export function useMessageDraft(
  { studentId, threadId }: ThreadTarget,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [text, setText] = useState('')
  useEffect(() => {
    setText(field.current?.value || readMessageDraft({ studentId, threadId }))
  }, [studentId, threadId, field])
  const change = (value: string) => {
    setText(value)
    saveMessageDraft({ studentId, threadId }, value)
  }
  return [text, change] as const
}

/** The student and the thread of a draft. */
export interface ThreadTarget {
  studentId: number
  threadId: number
}

/** The student and the place where they write: a thread, or a first message about a listing. */
export type MessageTarget =
  | ThreadTarget
  | { studentId: number; category: CategoryId; listingId: number }

/** The storage key of text that was not sent. Logging out deletes all such text. */
export const storageKey = (kind: 'draft' | 'unsent', target: MessageTarget) =>
  'threadId' in target
    ? `${kind}/${target.studentId}/thread/${target.threadId}`
    : `${kind}/${target.studentId}/first-message/${target.category}/${target.listingId}`

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value. Null deletes the entry. */
export function store(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or disabled, so text does not survive leaving the page.
  }
}
