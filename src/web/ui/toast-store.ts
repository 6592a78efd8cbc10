/** A link, or a button; `autoFocus` is for a press of a key, which cannot reach the button in time. */
export type ToastAction = { label: string } & (
  | { href: string }
  | { onClick: () => void; autoFocus?: boolean }
)

export type Toast = {
  id: number
  variant: 'ok' | 'danger'
  text: string
  action?: ToastAction
}

export const toastDurationMs = 6000
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

function startTimer(id: number) {
  timers.set(
    id,
    setTimeout(() => dismissToast(id), toastDurationMs),
  )
}

function stopTimer(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export function showToast(toast: Omit<Toast, 'id'>): number {
  const id = ++lastId
  const next = [...toasts, { ...toast, id }]
  for (const dropped of next.slice(0, -maxToasts)) stopTimer(dropped.id)
  setToasts(next.slice(-maxToasts))
  if (!paused) startTimer(id)
  return id
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
  for (const { id } of toasts) startTimer(id)
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
