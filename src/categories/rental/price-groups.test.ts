import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { broadRentalPriceGroups, rentalPriceGroups } from './price-groups.ts'

stayOnBuiltInCampus()

const sublet = {
  is_sublet: true,
  is_shared: true,
  is_cost_per_room: true,
  num_beds: 2,
  people_in_bedroom: 1,
  house_type: 'House',
  date_available: '2027-05-01',
  available_to: '2027-08-31',
}
const lease = { ...sublet, is_sublet: false, available_to: null }
const idOf = (values: object) => rentalPriceGroups({ ...values })[0]?.id
const termOf = (date_available: unknown, available_to: unknown) =>
  idOf({ ...sublet, date_available, available_to })?.split(' ')[2]

describe('rentals whose prices are compared', () => {
  it('are for one term or on a lease, per room or place, with as many bedrooms', () => {
    expect(rentalPriceGroups(sublet)).toEqual([
      { id: 'rental sublet 2027-spring room 3', label: 'similar rooms for Spring 2027' },
    ])
    const place = { is_shared: false, is_cost_per_room: false }
    expect(rentalPriceGroups({ ...sublet, ...place })).toEqual([
      { id: 'rental sublet 2027-spring place 2', label: 'similar places for Spring 2027' },
    ])
    expect(rentalPriceGroups(lease)).toEqual([
      { id: 'rental lease room 3', label: 'similar rooms on a lease' },
    ])
    expect(rentalPriceGroups({ ...lease, ...place, num_beds: 0 })).toEqual([
      { id: 'rental lease place 0', label: 'similar places on a lease' },
    ])
  })

  it('compare a whole place that is paid per room with rooms of such homes', () => {
    expect(idOf({ ...lease, is_shared: false, num_beds: 3 })).toBe(idOf(lease))
  })

  it('compare a whole place whoever sleeps in it', () => {
    const place = { ...lease, is_shared: false, is_cost_per_room: false }
    expect(idOf({ ...place, people_in_bedroom: 2 })).toBe(idOf(place))
  })

  it.each([
    ['the bedrooms are not known', { num_beds: null }],
    ['a bedroom is shared', { people_in_bedroom: 2 }],
    ['a room has the price of a place', { is_cost_per_room: false }],
    ['a bedroom has that of a place', { is_cost_per_room: false, house_type: 'Bedroom' }],
    ['no first day is known', { date_available: null }],
  ])('are none where %s', (_, values) => {
    expect(rentalPriceGroups({ ...sublet, ...values })).toEqual([])
  })

  it.each([
    ['a term', '2027-01-01', '2027-04-30', '2027-winter'],
    ['most of a term', '2027-01-10', '2027-05-02', '2027-winter'],
    ['more of the second', '2027-04-01', '2027-08-15', '2027-spring'],
    ['two terms', '2027-01-01', '2027-08-31', '2027-winter'],
    ['two, the second in full', '2027-01-05', '2027-08-31', '2027-winter'],
    ['too little of the first', '2027-02-15', '2027-08-31', '2027-spring'],
    ['half a term', '2027-01-01', '2027-02-28', '2027-winter'],
    ['a year', '2027-09-01', '2028-08-31', '2027-fall'],
    ['over the turn of the year', '2027-12-20', '2028-01-05', '2027-fall'],
    ['one day', '2027-04-30', '2027-04-30', '2027-winter'],
    ['no known end', '2027-01-01', null, '2027-winter'],
    ['no end, 15 days before that of the term', '2027-04-16', null, '2027-winter'],
    ['no end, 14 days before that of the term', '2027-04-17', null, '2027-spring'],
    ['no end, at the end of a year', '2027-12-31', null, '2028-winter'],
    ['an end that cannot be', '2027-05-01', '2027-01-01', '2027-spring'],
  ])('are of the term that a stay mostly covers: %s', (_, first, last, term) => {
    expect(termOf(first, last)).toBe(term)
  })
})

describe('rentals that are compared with more others', () => {
  const place = { ...lease, is_shared: false, is_cost_per_room: false }

  it('are rooms of any term and home, or places with as many bedrooms', () => {
    const room = { id: 'rental any room', label: 'rooms', isBroad: true }
    expect(broadRentalPriceGroups(sublet)).toEqual([room])
    expect(broadRentalPriceGroups({ ...lease, num_beds: null })).toEqual([room])
    expect(broadRentalPriceGroups({ ...sublet, ...place })).toEqual([
      { id: 'rental any place 2', label: 'places with as many bedrooms', isBroad: true },
    ])
  })

  it.each([
    ['the bedrooms of a place are not known', { ...place, num_beds: null }],
    ['a bedroom is shared', { ...lease, people_in_bedroom: 2 }],
    ['a room has the price of a place', { ...lease, is_cost_per_room: false }],
  ])('are none where %s', (_, values) => {
    expect(broadRentalPriceGroups(values)).toEqual([])
  })
})
