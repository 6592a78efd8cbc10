import { describe, expect, it } from 'vitest'
import { findMarks } from './shared-marks.ts'

const marksOf = (description: string, title = '') =>
  findMarks({ title, description }).map(({ kind, value }) => `${kind} ${value}`)

describe('the marks of a listing', () => {
  it.each([
    ['Call (519) 555-0123', ['phone 5195550123']],
    ['Text +1 519.555.0123 now', ['phone 5195550123']],
    ['519 555 0123 or 15195550123', ['phone 5195550123', 'phone 5195550123']],
    ['+44 20 7946 0958', ['phone +442079460958']],
    ['Mail Me.Now@Example.com!', ['email me.now@example.com']],
    ['https://www.Shop.example/Desk?ref=1.', ['link shop.example/desk']],
    ['a@b.example c@d.example,x@y', ['email a@b.example', 'email c@d.example']],
    ['wa.me/15195550123', ['link wa.me/15195550123']],
    ['shop: http://shop.example/', ['link shop.example']],
    // ISBN, prices, years and room numbers are no contacts.
    ['ISBN 978-0-306-40615-7 or 0306406152', []],
    ['$1200, 2026-09-01 to 2027-04-30', []],
    ['Room 1204, 30 m², built 1998', []],
    ['A short text', []],
  ])('in %j are %j', (description, expected) => {
    expect(marksOf(description)).toEqual(expected)
  })

  it('are its text, if it is long enough not to be the same by chance', () => {
    const text = 'Moving out on Sunday,  so everything\nhas to go by then.'
    expect(marksOf(text, 'Desk, chair & lamp')).toEqual([
      'title desk chair lamp',
      'description moving out on sunday, so everything has to go by then.',
    ])
    expect(marksOf('Moving out', 'IKEA desk')).toEqual([])
    // Two sellers of a book have the same title by no fault of theirs.
    const book = { title: 'Calculus Early Transcendentals', description: '' }
    expect(findMarks(book)).toHaveLength(1)
    expect(findMarks({ ...book, isTitleShared: true })).toEqual([])
  })
})
