import { createStore } from '../store.ts'

/** An action of a toast: a link or a button. */
export type ToastAction = { label: string } & ({ href: string } | { onClick: () => void })

export type Toast = {
  id: number
  /** The kind of the toast. `busy` stays until it is replaced or dismissed. */
  variant: 'ok' | 'info' | 'danger' | 'busy'
  text: string
  action?: ToastAction
  /** A second link, less prominent than the action. */
  link?: { label: string; href: string }
  /** The subject of the toast. A new toast replaces the older one with the same key. */
  key?: string
}

export const toastDurationMs = 6000
/** A toast with an action stays longer, because the reader has to reach the action. */
export const actionToastDurationMs = 10_000
const maxToasts = 3

export const toasts = createStore<readonly Toast[]>([])
export const getToasts = toasts.get
let lastId = 0
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function startTimer({ id, variant, action }: Toast) {
  if (variant === 'busy') return
  const durationMs = action ? actionToastDurationMs : toastDurationMs
  timers.set(
    id,
    setTimeout(() => dismissToast(id), durationMs),
  )
}

function stopTimer(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export function showToast(content: Omit<Toast, 'id'>): number {
  const toast = { ...content, id: ++lastId }
  const others = getToasts().filter(({ key }) => key === undefined || key !== toast.key)
  const next = [...others, toast].slice(-maxToasts)
  for (const { id } of getToasts()) if (!next.some((kept) => kept.id === id)) stopTimer(id)
  toasts.set(next)
  if (!paused) startTimer(toast)
  return toast.id
}

export function dismissToast(id: number) {
  stopTimer(id)
  toasts.set(getToasts().filter((toast) => toast.id !== id))
  if (getToasts().length === 0) paused = false
}

/** Stops all timers while the pointer or the focus is in a toast. */
export function pauseToasts() {
  paused = true
  for (const { id } of getToasts()) stopTimer(id)
}

/** Restarts every timer with the full duration. */
export function resumeToasts() {
  if (!paused) return
  paused = false
  for (const toast of getToasts()) startTimer(toast)
}
