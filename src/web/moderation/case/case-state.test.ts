import { expect, it } from 'vitest'
import type { CaseAppeal, CaseReport, LogEntry } from '#contract/moderation.ts'
import { reportReasons } from '#contract/report-reasons.ts'
import type { CaseSignal } from '#contract/signals.ts'
import { isWaiting, lastUndoable, seenOfStudent, suggestReason } from './case-state.ts'

const lamp = { category: 'misc' as const, id: 3, title: 'Desk lamp' }
const entry = (id: number, changes: Partial<LogEntry>) =>
  ({ id, listing: lamp, canUndo: true, ...changes }) as LogEntry

it('undoes the newest decision about the listing that can be undone', () => {
  const log = [
    entry(9, { listing: { ...lamp, id: 4 } }),
    entry(8, { listing: null }),
    entry(7, { listing: { ...lamp, category: 'rental' } }),
    entry(6, { canUndo: false }),
    entry(5, {}),
    entry(4, {}),
  ]
  expect(lastUndoable(log, lamp)?.id).toBe(5)
  expect(lastUndoable(log, undefined)?.id).toBe(8)
  expect(lastUndoable([], lamp)).toBeUndefined()
})

it('has seen of the student all that is shown, of other listings too', () => {
  expect(seenOfStudent({ log: [entry(9, { listing: null }), entry(5, {})] })).toBe(9)
  const read = entry(10, { listing: null, action: 'read_messages' })
  const lookUp = entry(11, { listing: null, action: 'look_up' })
  expect(seenOfStudent({ log: [lookUp, read, entry(9, { listing: null })] })).toBe(9)
  expect(seenOfStudent({ log: [] })).toBeNull()
})

const open = (reason: (typeof reportReasons)[number]) => ({ reason, isOpen: true })

it('suggests the most frequent reason of the open reports', () => {
  const reports = [
    open('duplicate'),
    open('scam'),
    open('scam'),
    { reason: 'gone', isOpen: false },
  ] as const
  expect(suggestReason(reports, reportReasons)).toBe('scam')
  expect(suggestReason(reports, ['duplicate', 'other'])).toBe('duplicate')
  expect(suggestReason(reports, ['within_rules'])).toBeUndefined()
})

it('waits for a moderator while a report, an appeal or an answer to a signal is open', () => {
  const nothing = { reports: [], appeals: [] }
  expect(isWaiting(nothing)).toBe(false)
  const report = (isOpen: boolean) => ({ reports: [{ isOpen }] as CaseReport[] })
  expect(isWaiting({ ...nothing, ...report(false) })).toBe(false)
  expect(isWaiting({ ...nothing, ...report(true) })).toBe(true)
  const appeal = (decision: string | null) => ({ appeals: [{ decision }] as CaseAppeal[] })
  expect(isWaiting({ ...nothing, ...appeal('rejected') })).toBe(false)
  expect(isWaiting({ ...nothing, ...appeal(null) })).toBe(true)
  const signal = (answer: object | null) => ({ signals: [{ answer }] as CaseSignal[] })
  expect(isWaiting({ ...nothing, ...signal(null) })).toBe(false)
  expect(isWaiting({ ...nothing, ...signal({ decision: 'kept' }) })).toBe(false)
  expect(isWaiting({ ...nothing, ...signal({ decision: null }) })).toBe(true)
})
