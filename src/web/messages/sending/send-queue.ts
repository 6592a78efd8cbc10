import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Message, SendMessage, SendMessageResponse } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError, errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../../session/set-session-user.ts'
import { addMessage, type MessagePages, messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../message-updates.ts'
import { readStored, storageKey, store, type ThreadTarget } from './message-draft.ts'

export type UnsentMessage = Required<SendMessage>

interface SendQueueState {
  /** Messages in the order in which they are sent. */
  unsent: readonly UnsentMessage[]
  isSending: boolean
  /** Why the first one was not sent. Those after it wait, so that the order stays. */
  error?: unknown
}

export type Deliver = (message: UnsentMessage) => Promise<unknown>

/** The messages of a student to a thread that the server has not confirmed: one request at a time. */
interface SendQueue {
  getState: () => SendQueueState
  subscribe: (listener: () => void) => () => void
  /** Tries those before it again, too. */
  send: (message: UnsentMessage, deliver: Deliver) => Promise<void>
  retry: (deliver: Deliver) => Promise<void>
  /** It was sent after all, or is not to be sent. */
  remove: (clientId: string) => void
}

const emptySendQueue: SendQueueState = { unsent: [], isSending: false }

/** Those that go on sending after their page was left. */
const sending = new Map<string, SendQueue>()

const keyOf = (target: ThreadTarget) => storageKey('unsent', target)

export const openSendQueue = (target: ThreadTarget): SendQueue =>
  sending.get(keyOf(target)) ?? createSendQueue(target)

function createSendQueue(target: ThreadTarget): SendQueue {
  // Storage is read on first use; the server never uses it.
  let state: SendQueueState | undefined
  const getState = () => {
    state ??= { unsent: readUnsent(target), isSending: false }
    return state
  }
  const listeners = new Set<() => void>()
  const setState = (changes: Partial<SendQueueState>) => {
    state = { ...getState(), ...changes }
    for (const listener of listeners) listener()
  }

  const queue: SendQueue = {
    getState,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: (message, deliver) => {
      setState({ unsent: [...getState().unsent, message] })
      storeUnsent(target, message)
      return queue.retry(deliver)
    },
    retry: async (deliver) => {
      if (getState().isSending) return
      sending.set(keyOf(target), queue)
      setState({ isSending: true, error: undefined })
      const error = await deliverAll(deliver).catch((failure: unknown) => failure)
      sending.delete(keyOf(target))
      setState({ isSending: false, error })
    },
    remove: (clientId) => {
      deleteUnsent(target, clientId)
      setState({ unsent: getState().unsent.filter(({ client_id }) => client_id !== clientId) })
    },
  }

  async function deliverAll(deliver: Deliver) {
    for (let [next] = getState().unsent; next; [next] = getState().unsent) {
      await deliver(next)
      queue.remove(next.client_id)
    }
  }
  return queue
}

/** Reads the unsent messages, in the order in which they were sent. */
function readUnsent(target: ThreadTarget): UnsentMessage[] {
  const stored = readStored(keyOf(target))
  return Array.isArray(stored) ? stored.filter(isUnsentMessage) : []
}

// Each change is one of what is stored then: another tab may have changed it, or a logout deleted it.

const storeUnsent = (target: ThreadTarget, message: UnsentMessage) =>
  store(keyOf(target), [...readUnsent(target), message])

function deleteUnsent(target: ThreadTarget, clientId: string) {
  const rest = readUnsent(target).filter(({ client_id }) => client_id !== clientId)
  store(keyOf(target), rest.length > 0 ? rest : null)
}

const isUnsentMessage = (value: unknown): value is UnsentMessage =>
  typeof value === 'object' &&
  value !== null &&
  'body' in value &&
  typeof value.body === 'string' &&
  'client_id' in value &&
  typeof value.client_id === 'string'

/** What the student has sent to a thread and the server has not confirmed. `messages` are those that it has. */
export function useSendQueue(target: ThreadTarget, messages: readonly Message[]) {
  const [queue] = useState(() => openSendQueue(target))
  const state = useSyncExternalStore(queue.subscribe, queue.getState, () => emptySendQueue)
  const deliver = useDeliver(target.threadId)

  // Messages count as sent even if their response was lost.
  const confirmed = new Set(messages.map(({ client_id }) => client_id))
  const arrived = state.unsent.find(({ client_id }) => confirmed.has(client_id))
  useEffect(() => {
    if (arrived && !state.isSending) queue.remove(arrived.client_id)
  }, [queue, arrived, state.isSending])

  // A message that the server refused would be refused again.
  const retryIfOffline = useEffectEvent(() => {
    if (state.error instanceof TypeError) queue.retry(deliver)
  })
  useEffect(() => {
    const listeners = new AbortController()
    window.addEventListener('online', () => retryIfOffline(), listeners)
    return () => listeners.abort()
  }, [])

  return {
    ...state,
    unsent: state.unsent.filter(({ client_id }) => !confirmed.has(client_id)),
    send: (body: string) => queue.send({ body, client_id: newClientId() }, deliver),
    retry: () => queue.retry(deliver),
    remove: queue.remove,
  }
}

function useDeliver(threadId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const queryKey = messageKeys.messages(threadId)
  return async (unsent: UnsentMessage) => {
    try {
      const { message } = await confirmFirst('Then your message is sent.', () =>
        sendMessage(api, apiPaths.messages(threadId), unsent),
      )
      // A poll that was answered before it would drop it again.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<MessagePages>(queryKey, (data) => data && addMessage(data, message))
    } catch (error) {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
      throw error
    } finally {
      // Refetches after a refusal too: the other student may have become unreachable.
      messagesChanged(queryClient)
    }
  }
}

/** One for all tries of a message, so that it is never there twice. Without crypto.randomUUID, which plain http lacks. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** `path` is that of a thread's messages, or of a listing's for the first one. */
export const sendMessage = (api: Api, path: string, message: Required<SendMessage>) =>
  api.post<SendMessageResponse>(path, message)

/** An error of the text comes before the general error of the response. */
export const sendErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.fields.body) || errorMessage(error)
