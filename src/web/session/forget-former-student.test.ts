import { beforeEach, expect, it, vi } from 'vitest'
import { misc } from '#categories/misc/definition.ts'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { saveDraft } from '../listings/form/draft.ts'
import { addRecentSearch, readRecentSearches } from '../listings/search/recent-searches.ts'
import { readMessageDraft, saveMessageDraft } from '../messages/sending/message-draft.ts'
import { openSendQueue } from '../messages/sending/send-queue.ts'
import { storedKeys } from '../ui/store.ts'
import { forgetFormerStudent } from './forget-former-student.ts'

const [ada, ben] = [7, 77]
const inThread = { studentId: ada, threadId: 3 }

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})

/** Stores all that a student types and does not send. */
async function type(studentId: number) {
  const changes = { title: { from: '', to: 'Desk' } }
  saveDraft({ studentId, category: misc }, { changes })
  saveMessageDraft({ studentId, threadId: 3 }, 'Hi')
  saveMessageDraft({ studentId, category: 'misc', listingId: 3 }, 'Is it new?')
  const message = { body: 'Hi', client_id: 'a' }
  const failed = () => Promise.reject(new TypeError('Failed to fetch'))
  await openSendQueue({ studentId, threadId: 4 }).send(message, failed)
}

const typed = () => storedKeys(/^(draft|unsent)/)

it('keeps what was typed when a session expires, and deletes the searches', async () => {
  forgetFormerStudent(ada)
  await type(ada)
  addRecentSearch('desk')
  localStorage.setItem('sublet-needs/rental/5', '["owner"]')
  forgetFormerStudent(ada)
  expect(readRecentSearches(), 'another page').toEqual(['desk'])

  forgetFormerStudent()
  expect(readRecentSearches()).toEqual([])
  expect(storedKeys(/^(sublet-needs|student)/)).toEqual([])
  expect(typed()).toHaveLength(4)
  forgetFormerStudent(ada)
  expect(readMessageDraft(inThread)).toBe('Hi')
})

it.each([
  ['at once', false],
  ['after the session has expired', true],
])('deletes everything when another student logs in, %s', async (_, hasExpired) => {
  forgetFormerStudent(ada)
  await type(ada)
  addRecentSearch('desk')
  if (hasExpired) forgetFormerStudent()
  await type(ben)
  forgetFormerStudent(ben)
  expect(readRecentSearches()).toEqual([])
  expect(typed()).toHaveLength(4)
  expect(storedKeys(/^(draft|unsent)\/7\//)).toEqual([])
})

it('keeps what a visitor has searched for, also after a login', () => {
  addRecentSearch('desk')
  forgetFormerStudent()
  forgetFormerStudent(ada)
  expect(readRecentSearches()).toEqual(['desk'])
})

it('works without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  forgetFormerStudent(ada)
  forgetFormerStudent()
})
