import type { SendMessage } from '#contract/messages.ts'
import { readStored, storageKey, store, type ThreadTarget } from './message-storage.ts'

export type UnsentMessage = Required<SendMessage>

export interface SendQueueState {
  /** In the order in which they are sent. */
  unsent: readonly UnsentMessage[]
  isSending: boolean
  /** Why the first one was not sent. Those after it wait, so that the order stays. */
  error?: unknown
}

export type Deliver = (message: UnsentMessage) => Promise<unknown>

/** The messages of a student to a thread that the server has not confirmed: one request at a time. */
export interface SendQueue {
  getState: () => SendQueueState
  subscribe: (listener: () => void) => () => void
  /** Tries those before it again, too. */
  send: (message: UnsentMessage, deliver: Deliver) => Promise<void>
  retry: (deliver: Deliver) => Promise<void>
  /** It was sent after all, or is not to be sent. */
  remove: (clientId: string) => void
}

export const emptySendQueue: SendQueueState = { unsent: [], isSending: false }

/** Those that go on sending after their page was left. */
const sending = new Map<string, SendQueue>()

const keyOf = (target: ThreadTarget) => storageKey('unsent', target)

export const openSendQueue = (target: ThreadTarget): SendQueue =>
  sending.get(keyOf(target)) ?? createSendQueue(target)

function createSendQueue(target: ThreadTarget): SendQueue {
  // Not read before it is asked for, which the server never does.
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

/** In the order in which they were sent. */
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
