import { describe, expect, it } from 'vitest'
import { describeHome, describeRooms } from './home.ts'

const room = { is_shared: true, house_type: 'House', num_beds: 4 }
const flat = { is_shared: false, house_type: 'Apartment', num_beds: 2 }

describe('the description of a home', () => {
  it('counts the bedrooms of the home, that of a room among them', () => {
    expect(describeHome(room)).toBe('Room in a 5-bedroom home')
    expect(describeHome({ ...room, num_beds: 0 })).toBe('Room in a 1-bedroom home')
    expect(describeHome({ ...room, num_beds: 7 })).toBe('Room in an 8-bedroom home')
    expect(describeHome({ ...flat, house_type: 'Bedroom' })).toBe('Room in a 2-bedroom home')
    expect(describeHome(flat)).toBe('2-bedroom apartment')
  })

  it('does without a number that nobody gave', () => {
    expect(describeHome({ ...room, num_beds: null })).toBe('Room')
    expect(describeHome({ ...flat, num_beds: null })).toBe('Apartment')
    expect(describeHome({ ...flat, num_beds: 0 })).toBe('Apartment')
    expect(describeHome({})).toBe('Home')
  })

  it('says on the page of a room what was counted', () => {
    expect(describeRooms({ ...room, num_beds: 2 })).toBe('2 other rooms · 3-bedroom home')
    expect(describeRooms({ ...room, num_beds: 1 })).toBe('1 other room · 2-bedroom home')
    expect(describeRooms({ ...room, num_beds: null })).toBe('Room')
    expect(describeRooms(flat)).toBe('2-bedroom apartment')
  })
})
