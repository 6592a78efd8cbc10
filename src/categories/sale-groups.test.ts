import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { saleGroups } from './sale-groups.ts'

stayOnBuiltInCampus()

const room = {
  is_sublet: true,
  is_shared: true,
  is_cost_per_room: true,
  num_beds: 2,
  people_in_bedroom: 1,
  date_available: '2027-05-01',
  available_to: '2027-08-31',
}
const all = { id: 'rental sublet 2027-spring room 3', label: 'similar rooms for Spring 2027' }

it('compares a book with copies of it, then with books for its courses', () => {
  const course_codes = ['MATH 135', 'MATH 137']
  const courses = course_codes.map((code) => ({
    id: `textbook course ${code}`,
    label: `books for ${code}`,
  }))
  expect(saleGroups.textbook({ isbn: '9780306406157', course_codes })).toEqual([
    { id: 'textbook isbn 9780306406157', label: 'copies of this book' },
    ...courses,
  ])
  expect(saleGroups.textbook({ isbn: null, course_codes })).toEqual(courses)
  expect(saleGroups.textbook({ isbn: null, course_codes: [] })).toEqual([])
})

it.each([
  [{ walk: 5 }, 'walk 10', 'under 10 min walk'],
  [{ walk: 10 }, 'walk 10', 'under 10 min walk'],
  [{ walk: 15 }, 'walk 20', 'under 20 min walk'],
  [{ walk: 30 }, 'walk far', 'over 20 min walk'],
  [{ bus: 10 }, 'bus 10', 'under 10 min by bus'],
  [{ bus: 31 }, 'bus far', 'over 20 min by bus'],
  [{ walk: 31, bus: 5 }, 'walk far', 'over 20 min walk'],
])('compares a home at %j with homes that are as far, then with all', (waterloo, id, label) => {
  expect(saleGroups.rental({ ...room, minutes: { waterloo } })).toEqual([
    { id: `${all.id} ${id}`, label: `${all.label}, ${label} to a campus` },
    all,
  ])
})

it('compares a home with all others if nobody said how far it is', () => {
  expect(saleGroups.rental(room)).toEqual([all])
  expect(saleGroups.rental({ ...room, num_beds: null })).toEqual([])
})

it('uses our estimate where the seller said nothing', () => {
  const [near] = saleGroups.rental({ ...room, minutes_about: { laurier: 12, waterloo: 40 } })
  expect(near?.id).toBe(`${all.id} walk 20`)
})

it('compares items of a kind that the campus has', () => {
  expect(saleGroups.misc({ category: 'Furniture' })).toEqual([
    { id: 'misc kind Furniture', label: 'items in Furniture' },
  ])
  expect(saleGroups.misc({ category: 'Boats' })).toEqual([])
  expect(saleGroups.misc({ category: null })).toEqual([])
})

it('has none for housing requests', () => {
  expect(saleGroups.wanted({ ...room })).toEqual([])
})
