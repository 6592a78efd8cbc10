import type { Message, SendMessage, SendMessageResponse } from '#contract/messages.ts'
import { type Api, ApiError, errorMessage, isUnconfirmed } from '../../queries/api.ts'
import { openStorage, storageKey, type ThreadTarget } from './message-draft.ts'

export type UnsentMessage = Required<SendMessage>

interface StoredMessage extends UnsentMessage {
  /** Set once the server has refused the message for good. From then on, only the student tries again. */
  isRefused?: true
}

interface SendQueueState {
  /** The messages that are not sent yet, in the order of sending. */
  unsent: readonly StoredMessage[]
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
  /** Returns whether another try may help without the student: what the server has refused, it would refuse again. */
  isWaiting: () => boolean
  /** Removes a message that was sent after all, or that the student does not want to send. */
  remove: (clientId: string) => void
}

export const emptySendQueue: SendQueueState = { unsent: [], isSending: false }

/** The queues that are sending now, or that a page shows. Sending continues after the student has left the page. */
const openQueues = new Map<string, SendQueue>()

const keyOf = (target: ThreadTarget) => storageKey('unsent', target)

export const openSendQueue = (target: ThreadTarget): SendQueue =>
  openQueues.get(keyOf(target)) ?? createSendQueue(target)

function createSendQueue(target: ThreadTarget): SendQueue {
  const key = keyOf(target)
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
  /** The messages that the browser did not store, by their ids. Only this queue knows them. */
  const unstored = new Set<string>()

  /** Reads storage again: another tab may have sent or edited a message, or a logout may have deleted all of them. */
  const reload = () => {
    const { unsent } = getState()
    const known = unsent.filter(({ client_id }) => unstored.has(client_id))
    const current = [...readUnsent(target), ...known]
    if (JSON.stringify(current) !== JSON.stringify(unsent)) setState({ unsent: current })
  }
  const closeIfUnused = () => {
    const isUnused = listeners.size === 0 && !getState().isSending
    if (isUnused && openQueues.get(key) === queue) openQueues.delete(key)
  }

  const queue: SendQueue = {
    getState,
    subscribe: (listener) => {
      listeners.add(listener)
      openQueues.set(key, queue)
      return () => {
        listeners.delete(listener)
        closeIfUnused()
      }
    },
    send: (message, deliver) => {
      if (!storeUnsent(target, message)) unstored.add(message.client_id)
      setState({ unsent: [...getState().unsent, message] })
      return queue.retry(deliver)
    },
    retry: async (deliver) => {
      if (getState().isSending) return
      openQueues.set(key, queue)
      setState({ isSending: true, error: undefined })
      const error = await deliverAll(deliver).catch((failure: unknown) => failure)
      setState({ isSending: false, error })
      closeIfUnused()
    },
    isWaiting: () => {
      reload()
      const { unsent, isSending, error } = getState()
      const isRefused = unsent[0]?.isRefused || (error !== undefined && !isUnreachable(error))
      return unsent.length > 0 && !isSending && !isRefused
    },
    remove: (clientId) => {
      changeUnsent(target, (stored) => stored.filter(({ client_id }) => client_id !== clientId))
      setState({ unsent: getState().unsent.filter(({ client_id }) => client_id !== clientId) })
    },
  }

  async function deliverAll(deliver: Deliver) {
    for (;;) {
      reload()
      const [next] = getState().unsent
      if (!next) return
      const { body, client_id } = next
      try {
        await deliver({ body, client_id })
      } catch (error) {
        if (isRefusedForGood(error)) markRefused(target, client_id)
        throw error
      }
      queue.remove(client_id)
    }
  }
  return queue
}

/** Reads the unsent messages, in the order in which they were sent. */
function readUnsent(target: ThreadTarget): StoredMessage[] {
  const stored = openStorage('unsent', target).read()
  return Array.isArray(stored) ? stored.filter(isStoredMessage) : []
}

// Each change reads storage again first: another tab may have changed it, or a logout may have deleted it.

function changeUnsent(target: ThreadTarget, change: (stored: StoredMessage[]) => StoredMessage[]) {
  const changed = change(readUnsent(target))
  openStorage('unsent', target).write(changed.length > 0 ? changed : undefined)
}

/** Stores a message. Returns whether the browser took it. */
function storeUnsent(target: ThreadTarget, message: UnsentMessage): boolean {
  changeUnsent(target, (stored) => [...stored, message])
  return readUnsent(target).some(({ client_id }) => client_id === message.client_id)
}

const markRefused = (target: ThreadTarget, clientId: string) =>
  changeUnsent(target, (stored) =>
    stored.map((each) => (each.client_id === clientId ? { ...each, isRefused: true } : each)),
  )

const isStoredMessage = (value: unknown): value is StoredMessage =>
  typeof value === 'object' &&
  value !== null &&
  'body' in value &&
  typeof value.body === 'string' &&
  'client_id' in value &&
  typeof value.client_id === 'string'

/** Returns whether a message failed only because the server could not be reached, or was too busy. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status > 500

/** The refusals that end by themselves: after a login, a confirmation or some time. */
const passingStatuses = [401, 408, 425, 429]

const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status < 500 &&
  !passingStatuses.includes(error.status) &&
  !isUnconfirmed(error)

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
 * lost, and the server then writes nothing twice. Once the messages of the thread have the step, the same one again is
 * another step.
 */
export function repeatableIds() {
  let last: { step: string; id: string } | undefined
  return {
    of(step: object, messages: readonly Pick<Message, 'client_id'>[] = []): string {
      const text = JSON.stringify(step)
      const isStored = messages.some(({ client_id }) => client_id === last?.id)
      if (last?.step !== text || isStored) last = { step: text, id: newClientId() }
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
