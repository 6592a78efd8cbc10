/** A link, or a button. */
export type ToastAction = { label: string } & ({ href: string } | { onClick: () => void })

export type Toast = {
  id: number
  /** `busy` stays until it is replaced or dismissed. */
  variant: 'ok' | 'info' | 'danger' | 'busy'
  text: string
  action?: ToastAction
  /** A second, quiet one. */
  link?: { label: string; href: string }
  /** What it is about: a new toast replaces the older one with the same key. */
  key?: string
}

export const toastDurationMs = 6000
/** Long enough to reach the action. */
export const actionToastDurationMs = 10_000
const maxToasts = 3

let toasts: readonly Toast[] = []
let lastId = 0
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

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
  const others = toasts.filter(({ key }) => key === undefined || key !== toast.key)
  const next = [...others, toast].slice(-maxToasts)
  for (const { id } of toasts) if (!next.some((kept) => kept.id === id)) stopTimer(id)
  setToasts(next)
  if (!paused) startTimer(toast)
  return toast.id
}

export function dismissToast(id: number) {
  stopTimer(id)
  setToasts(toasts.filter((toast) => toast.id !== id))
  if (toasts.length === 0) paused = false
}

/** Stops all timers, while the pointer or the focus is in a toast. */
export function pauseToasts() {
  paused = true
  for (const { id } of toasts) stopTimer(id)
}

/** Restarts every timer with the full duration. */
export function resumeToasts() {
  if (!paused) return
  paused = false
  for (const toast of toasts) startTimer(toast)
}

export function getToasts() {
  return toasts
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
