import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  dismissNotice,
  NOTICE_MS,
  pauseNotices,
  readNotices,
  resumeNotices,
  showNotice,
  watchNotices,
} from './notice-store.ts'

const texts = () => readNotices().map((notice) => notice.text)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const { id } of readNotices()) dismissNotice(id)
  vi.useRealTimers()
})

describe('notices', () => {
  it('leave by themselves after their time, each on its own clock', () => {
    showNotice({ text: 'first' })
    vi.advanceTimersByTime(NOTICE_MS - 1000)
    showNotice({ text: 'second' })
    vi.advanceTimersByTime(1000)
    expect(texts()).toEqual(['second'])
    vi.advanceTimersByTime(NOTICE_MS)
    expect(texts()).toEqual([])
  })

  it('stay while paused and get the full time again afterwards', () => {
    showNotice({ text: 'kept' })
    vi.advanceTimersByTime(NOTICE_MS - 1)
    pauseNotices()
    showNotice({ text: 'came while paused' })
    vi.advanceTimersByTime(NOTICE_MS * 10)
    expect(texts()).toEqual(['kept', 'came while paused'])
    resumeNotices()
    vi.advanceTimersByTime(NOTICE_MS - 1)
    expect(texts()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('are not stuck when the paused one is dismissed', () => {
    const id = showNotice({ text: 'pointed at' })
    pauseNotices()
    dismissNotice(id)
    showNotice({ text: 'next' })
    vi.advanceTimersByTime(NOTICE_MS)
    expect(texts()).toEqual([])
  })

  it('show at most three, the newest', () => {
    for (const text of ['1', '2', '3', '4']) showNotice({ text })
    expect(texts()).toEqual(['2', '3', '4'])
  })

  it('tell whoever watches until they stop watching', () => {
    const listener = vi.fn()
    const stop = watchNotices(listener)
    showNotice({ text: 'seen' })
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    showNotice({ text: 'unseen' })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
