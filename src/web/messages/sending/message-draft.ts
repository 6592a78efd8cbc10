import { type RefObject, useEffect, useState } from 'react'
import type { CategoryId } from '#categories/index.ts'
import { isBlank } from '#categories/text-rules.ts'
import { createStorage } from '../../ui/store.ts'

export function readMessageDraft(target: MessageTarget): string {
  const draft = openStorage('draft', target).read()
  return typeof draft === 'string' ? draft : ''
}

/** Saves a draft. A blank text deletes it. */
export const saveMessageDraft = (target: MessageTarget, text: string) =>
  openStorage('draft', target).write(isBlank(text) ? undefined : text)

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

/** Opens the storage of text that was not sent. If the browser stores nothing, the text is lost with the page. */
export const openStorage = (kind: 'draft' | 'unsent', target: MessageTarget) =>
  createStorage<unknown>('localStorage', storageKey(kind, target))
