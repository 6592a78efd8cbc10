import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  actionToastDurationMs,
  dismissToast,
  getToasts,
  pauseToasts,
  resumeToasts,
  showToast,
  toastDurationMs,
  toasts,
} from './toast-store.ts'

const show = (text: string) => showToast({ variant: 'ok', text })
const texts = () => getToasts().map((toast) => toast.text)

const dismissAll = () => {
  for (const { id } of getToasts()) dismissToast(id)
}

beforeEach(() => {
  // Tests of other files may have left some, because they share this module.
  dismissAll()
  vi.useFakeTimers()
})

afterEach(() => {
  dismissAll()
  vi.useRealTimers()
})

describe('toast store', () => {
  it('dismisses each toast after its own duration', () => {
    show('first')
    vi.advanceTimersByTime(toastDurationMs - 1000)
    show('second')
    vi.advanceTimersByTime(1000)
    expect(texts()).toEqual(['second'])
    vi.advanceTimersByTime(toastDurationMs)
    expect(texts()).toEqual([])
  })

  it('keeps toasts while paused and restarts the full duration on resume', () => {
    show('before the pause')
    vi.advanceTimersByTime(toastDurationMs - 1)
    pauseToasts()
    show('during the pause')
    vi.advanceTimersByTime(toastDurationMs * 10)
    expect(texts()).toEqual(['before the pause', 'during the pause'])
    resumeToasts()
    vi.advanceTimersByTime(toastDurationMs - 1)
    expect(texts()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('ends the pause when the last toast is dismissed', () => {
    const id = show('hovered')
    pauseToasts()
    dismissToast(id)
    show('next')
    vi.advanceTimersByTime(toastDurationMs)
    expect(texts()).toEqual([])
  })

  it('keeps the newest three toasts', () => {
    for (const text of ['1', '2', '3', '4']) show(text)
    expect(texts()).toEqual(['2', '3', '4'])
  })

  it('shows one with an action for longer', () => {
    showToast({ variant: 'ok', text: 'sold', action: { label: 'Undo', onClick: () => undefined } })
    vi.advanceTimersByTime(actionToastDurationMs - 1)
    expect(texts()).toEqual(['sold'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('replaces the toast with the same key, and its timer', () => {
    showToast({ variant: 'ok', text: 'bike pending', key: 'bike' })
    showToast({ variant: 'ok', text: 'lamp pending', key: 'lamp' })
    vi.advanceTimersByTime(toastDurationMs - 1)
    showToast({ variant: 'ok', text: 'bike sold', key: 'bike' })
    expect(texts()).toEqual(['lamp pending', 'bike sold'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual(['bike sold'])
    vi.advanceTimersByTime(toastDurationMs - 1)
    expect(texts()).toEqual([])
  })

  it('keeps one that is busy until it is replaced', () => {
    showToast({ variant: 'busy', text: 'changing', key: 'bike' })
    pauseToasts()
    resumeToasts()
    vi.advanceTimersByTime(actionToastDurationMs * 10)
    expect(texts()).toEqual(['changing'])
    showToast({ variant: 'ok', text: 'changed', key: 'bike' })
    expect(texts()).toEqual(['changed'])
  })

  it('notifies subscribers until they unsubscribe', () => {
    const listener = vi.fn()
    const unsubscribe = toasts.subscribe(listener)
    show('notified')
    expect(listener).toHaveBeenCalledTimes(1)
    unsubscribe()
    show('not notified')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
