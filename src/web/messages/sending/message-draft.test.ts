import { beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { type MessageTarget, readMessageDraft, saveMessageDraft } from './message-draft.ts'

const inThread: MessageTarget = { studentId: 7, threadId: 3 }
const first: MessageTarget = { studentId: 7, category: 'misc', listingId: 3 }

let stored: MemoryStorage

beforeEach(() => {
  stored = new MemoryStorage()
  vi.stubGlobal('localStorage', stored)
})

it('is of one student and one thread or listing', () => {
  saveMessageDraft(inThread, 'Hi\n🎉 ')
  saveMessageDraft(first, 'Is it new?')
  expect(readMessageDraft(inThread)).toBe('Hi\n🎉 ')
  expect(readMessageDraft(first)).toBe('Is it new?')
  expect(readMessageDraft({ ...inThread, studentId: 8 })).toBe('')
  expect(readMessageDraft({ ...inThread, threadId: 4 })).toBe('')
  expect(readMessageDraft({ ...first, category: 'rental' })).toBe('')
})

it('is deleted with its text', () => {
  saveMessageDraft(inThread, 'Hi')
  saveMessageDraft(inThread, ' \n')
  expect(stored.length).toBe(0)
})

it('is empty where nothing can be read or stored', () => {
  saveMessageDraft(inThread, 'Hi')
  stored.setItem(stored.key(0) ?? '', '{"body":1}')
  expect(readMessageDraft(inThread)).toBe('')
  vi.stubGlobal('localStorage', undefined)
  saveMessageDraft(inThread, 'Hi')
  expect(readMessageDraft(inThread)).toBe('')
})
