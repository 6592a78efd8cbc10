export type NoticeAction = { label: string; href?: string; onSelect?: () => void }

export type Notice = {
  id: number
  tone: 'plain' | 'ok' | 'danger'
  text: string
  action?: NoticeAction | undefined
}

export const NOTICE_MS = 6000
const MOST_AT_ONCE = 3

let notices: readonly Notice[] = []
let lastId = 0
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function set(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

function startTimer(id: number) {
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), NOTICE_MS),
  )
}

function stopTimer(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export function showNotice({ tone = 'plain', text, action }: Partial<Notice> & { text: string }) {
  const id = ++lastId
  const shown = [...notices, { id, tone, text, action }]
  for (const dropped of shown.slice(0, -MOST_AT_ONCE)) stopTimer(dropped.id)
  set(shown.slice(-MOST_AT_ONCE))
  if (!paused) startTimer(id)
  return id
}

export function dismissNotice(id: number) {
  stopTimer(id)
  set(notices.filter((notice) => notice.id !== id))
  if (notices.length === 0) paused = false
}

/** While someone points at a notice or has the focus in it, none of them leaves. */
export function pauseNotices() {
  paused = true
  for (const { id } of notices) stopTimer(id)
}

/** Everyone gets the full time again. */
export function resumeNotices() {
  if (!paused) return
  paused = false
  for (const { id } of notices) startTimer(id)
}

export function readNotices() {
  return notices
}

export function watchNotices(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
