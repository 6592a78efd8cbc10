import { describe, expect, it } from 'vitest'
import {
  isStudentRecord,
  logFiltersQuery,
  parseLogFilters,
  parseStudentFilters,
  studentFiltersQuery,
} from './people-queries.ts'

describe('filters of students', () => {
  it.each([
    ['', ''],
    ['q=ada&filter=staff', 'q=ada&filter=staff'],
    ['q=+ada+&filter=all', 'q=ada'],
    ['filter=toString&q=', ''],
    ['page=2&filter=restricted', 'filter=restricted'],
  ])('of the page %j are those of the call %j', (page, call) => {
    const filters = parseStudentFilters(new URLSearchParams(page))
    expect(studentFiltersQuery(filters).toString()).toBe(call)
  })

  it('cut a name that the call would refuse', () => {
    expect(parseStudentFilters(new URLSearchParams({ q: 'a'.repeat(300) })).q).toHaveLength(100)
  })
})

describe('filters of the log', () => {
  it.each([
    ['', ''],
    ['action=ban&actor=3&student=4&before=50', 'action=ban&actor=3&student=4&before=50'],
    ['action=constructor&actor=0&student=-1&before=1e3', ''],
    [`actor=${'9'.repeat(30)}&student=x`, ''],
  ])('of the page %j are those of the call %j', (page, call) => {
    const filters = parseLogFilters(new URLSearchParams(page))
    expect(logFiltersQuery(filters).toString()).toBe(call)
  })
  it.each([
    ['student=4', true],
    ['', false],
    ['student=4&action=ban', false],
    ['student=4&actor=3', false],
    ['student=4&before=50', false],
  ])('%j show everything about one student, the newest first: %j', (page, isRecord) => {
    expect(isStudentRecord(parseLogFilters(new URLSearchParams(page)))).toBe(isRecord)
  })
})
