import { type RefObject, useEffect, useState } from 'react'
import { isBlank } from '#categories/text-rules.ts'
import {
  type MessageTarget,
  readStored,
  storageKey,
  store,
  type ThreadTarget,
} from './message-storage.ts'

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
