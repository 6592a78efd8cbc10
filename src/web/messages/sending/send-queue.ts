import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Message, SendMessage, SendMessageResponse } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError, errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../../session/set-session-user.ts'
import { addMessage, type MessagePages, messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../message-updates.ts'
import { openStorage, storageKey, type ThreadTarget } from './message-draft.ts'

export type UnsentMessage = Required<SendMessage>

interface SendQueueState {
  /** The messages that are not sent yet, in the order of sending. */
  unsent: readonly UnsentMessage[]
  isSending: boolean
  /** The error of the first message. The messages after it wait, so that the order stays. */
  error?: unknown
}

export type Deliver = (message: UnsentMessage) => Promise<unknown>

/** A student's messages to a thread that the server has not confirmed. They are sent one request at a time. */
interface SendQueue {
  getState: () => SendQueueState
  subscribe: (listener: () => void) => () => void
  /** Adds a message, and tries all unsent messages before it again. */
  send: (message: UnsentMessage, deliver: Deliver) => Promise<void>
  retry: (deliver: Deliver) => Promise<void>
  /** Removes a message that was sent after all, or that the student does not want to send. */
  remove: (clientId: string) => void
}

const emptySendQueue: SendQueueState = { unsent: [], isSending: false }

/** The queues that are sending now. They continue after the student has left the page. */
const sending = new Map<string, SendQueue>()

const keyOf = (target: ThreadTarget) => storageKey('unsent', target)

export const openSendQueue = (target: ThreadTarget): SendQueue =>
  sending.get(keyOf(target)) ?? createSendQueue(target)

function createSendQueue(target: ThreadTarget): SendQueue {
  // Storage is read on first use, and never on the server.
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
  const stored = openStorage('unsent', target).read()
  return Array.isArray(stored) ? stored.filter(isUnsentMessage) : []
}

// Both functions read storage again before they write: another tab may have changed it, or a logout may have deleted it.

const storeUnsent = (target: ThreadTarget, message: UnsentMessage) =>
  openStorage('unsent', target).write([...readUnsent(target), message])

function deleteUnsent(target: ThreadTarget, clientId: string) {
  const rest = readUnsent(target).filter(({ client_id }) => client_id !== clientId)
  openStorage('unsent', target).write(rest.length > 0 ? rest : undefined)
}

const isUnsentMessage = (value: unknown): value is UnsentMessage =>
  typeof value === 'object' &&
  value !== null &&
  'body' in value &&
  typeof value.body === 'string' &&
  'client_id' in value &&
  typeof value.client_id === 'string'

/**
 * The messages that the student has sent to a thread and the server has not confirmed. `messages` are the confirmed ones.
 */
export function useSendQueue(target: ThreadTarget, messages: readonly Message[]) {
  const [queue] = useState(() => openSendQueue(target))
  const state = useSyncExternalStore(queue.subscribe, queue.getState, () => emptySendQueue)
  const deliver = useDeliver(target.threadId)

  // A message that the server has counts as sent, even if the response was lost.
  const confirmed = new Set(messages.map(({ client_id }) => client_id))
  const arrived = state.unsent.find(({ client_id }) => confirmed.has(client_id))
  useEffect(() => {
    if (arrived && !state.isSending) queue.remove(arrived.client_id)
  }, [queue, arrived, state.isSending])

  // Retry only after a lost connection: the server would refuse a refused message again. After a reload nobody knows why a
  // message was not sent, so it is tried once more.
  const retryIfOffline = useEffectEvent(() => {
    const isUnknown = state.error === undefined && state.unsent.length > 0
    if (isUnknown || state.error instanceof TypeError) queue.retry(deliver)
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
      // Cancel polls: a response from before this message would remove it from the list.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<MessagePages>(queryKey, (data) => data && addMessage(data, message))
    } catch (error) {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
      throw error
    } finally {
      // Refetch after a refusal too: the other student may have become unreachable.
      messagesChanged(queryClient)
    }
  }
}

/**
 * Creates the id for all tries of a message, so that the message never appears twice. crypto.randomUUID does not exist over
 * plain HTTP.
 */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/**
 * Gives each step an id. A step that is pressed again before it succeeded keeps its id: only the response may have been
 * lost, and the server then writes nothing twice.
 */
export function repeatableIds() {
  let last: { step: string; id: string } | undefined
  return {
    of(step: object): string {
      const text = JSON.stringify(step)
      if (last?.step !== text) last = { step: text, id: newClientId() }
      return last.id
    },
    done() {
      last = undefined
    },
  }
}

/** Sends a message. `path` is that of a thread's messages or, for a first message, that of the listing's messages. */
export const sendMessage = (api: Api, path: string, message: Required<SendMessage>) =>
  api.post<SendMessageResponse>(path, message)

/** The message for a failed send. An error about the text takes priority over the general error. */
export const sendErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.fields.body) || errorMessage(error)
