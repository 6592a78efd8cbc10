import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { describeFit, fitsWanted } from './fits.ts'

stayOnBuiltInCampus()

const winter = { move_in: '2027-01-01', move_out: '2027-04-30' }
const request = (details: object = {}, price = 900) => ({
  price,
  details: { ...winter, place: 'Room', people: 1, ...details },
})
const sublet = { date_available: '2027-01-01', available_to: '2027-04-30', is_sublet: true }
const room = (details: object = {}, price = 850) => ({
  price,
  details: { ...sublet, is_shared: true, is_cost_per_room: true, num_beds: 3, ...details },
})
const home = { is_shared: false, is_cost_per_room: false }

describe('a place fits a request', () => {
  it.each([
    ['for a term that it covers', {}, {}, true],
    ['for most of a term', {}, { date_available: '2027-01-10' }, true],
    ['not for too little of a term', {}, { date_available: '2027-02-01' }, false],
    ['for a term without an end', {}, { is_sublet: false, available_to: null }, true],
    ['not if its end is unknown', {}, { available_to: null }, false],
    ['for days, give or take a week', { move_in: '2027-01-08' }, {}, true],
    [
      'for days that it begins a week late',
      { move_in: '2027-01-10' },
      { date_available: '2027-01-17' },
      true,
    ],
    [
      'not for days that it begins later',
      { move_in: '2027-01-10' },
      { date_available: '2027-01-18' },
      false,
    ],
    // The same words, "Winter 2027", follow the same rule.
    [
      'for days that are nearly a term',
      { move_in: '2027-01-02' },
      { date_available: '2027-01-10' },
      true,
    ],
    [
      'not for a term at whose end it begins',
      {},
      { is_sublet: false, available_to: null, date_available: '2027-04-30' },
      false,
    ],
    ['for days that it ends a week early', { move_out: '2027-05-07' }, {}, true],
    ['not for days that it ends earlier', { move_out: '2027-05-08' }, {}, false],
    ['with a first day only', { move_in: '2027-03-01', move_out: null }, {}, true],
    ['with a first day and an unknown end', { move_out: null }, { available_to: null }, true],
    ['not after it has ended', { move_in: '2027-05-01', move_out: null }, {}, false],
    ['as a room', { place: 'Room' }, { is_shared: true }, true],
    ['not as a whole place', { place: 'Whole place' }, { is_shared: true }, false],
    ['as a whole place', { place: 'Whole place' }, home, true],
    ['as either', { place: 'Either' }, { is_shared: null }, true],
    ['not if it does not say what it is', { place: 'Room' }, { is_shared: null }, false],
    ['not as a room for two', { people: 2, place: 'Either' }, {}, false],
    ['for as many as it has bedrooms', { people: 3, place: 'Whole place' }, home, true],
    ['not for more', { people: 4, place: 'Whole place' }, home, false],
    [
      'within the minutes on foot',
      { near: 'laurier-15' },
      { minutes: { laurier: { walk: 15 } } },
      true,
    ],
    [
      'not if it takes longer',
      { near: 'laurier-15' },
      { minutes: { laurier: { walk: 20 } } },
      false,
    ],
    [
      'if it does not name the campus',
      { near: 'laurier-5' },
      { minutes: { waterloo: { walk: 31 } } },
      true,
    ],
    [
      'if it names only the bus',
      { near: 'laurier-5' },
      { minutes: { laurier: { bus: 31 } } },
      true,
    ],
    ['by bus', { near: 'laurier-10-bus' }, { minutes: { laurier: { walk: 31, bus: 10 } } }, true],
    ['not by a slow bus', { near: 'laurier-10-bus' }, { minutes: { laurier: { bus: 15 } } }, false],
    [
      'on foot rather than by bus',
      { near: 'laurier-10-bus' },
      { minutes: { laurier: { walk: 5, bus: 20 } } },
      true,
    ],
    [
      'not if the estimate contradicts it',
      { near: 'laurier-10' },
      { minutes: { laurier: { walk: 5 } }, minutes_about: { laurier: 24 } },
      false,
    ],
    [
      'near a campus that was removed',
      { near: 'guelph-5' },
      { minutes: { guelph: { walk: 31 } } },
      true,
    ],
    ['for one, whatever it has', { place: 'Either' }, { ...home, num_beds: 0 }, true],
  ])('%s', (_, wanted, offered, fits) => {
    expect(fitsWanted(request(wanted), room(offered)) !== undefined).toBe(fits)
  })

  it('for at most the limit, by what they pay together', () => {
    expect(fitsWanted(request({}, 850), room())?.amountUnder).toBe(0)
    expect(fitsWanted(request({}, 849.99), room())).toBeUndefined()
    // A price of 0 is still to be agreed on.
    expect(fitsWanted(request(), room({}, 0))).toBeUndefined()
    const two = (price: number) => request({ people: 2, place: 'Whole place' }, price)
    // A whole place costs all its rooms, whoever moves in.
    const perRoom = { ...home, is_cost_per_room: true }
    expect(fitsWanted(two(2550), room(perRoom))?.amountUnder).toBe(0)
    expect(fitsWanted(two(2549), room(perRoom))).toBeUndefined()
    expect(fitsWanted(request({ place: 'Whole place' }, 2549), room(perRoom))).toBeUndefined()
    expect(fitsWanted(two(1699), room(home))?.amountUnder).toBe(849)
    // Nobody knows what two pay if the listing does not say what the price is for.
    const unsaid = { ...home, is_cost_per_room: null }
    expect(fitsWanted(two(1699), room(unsaid))).toBeUndefined()
    expect(fitsWanted(request({ place: 'Whole place' }), room(unsaid))?.amountUnder).toBe(50)
    // The share is within the limit, and the price is not: others would have to pay the rest.
    expect(fitsWanted(request({}, 849), room({ people_in_bedroom: 2 }))).toBeUndefined()
    expect(fitsWanted(request({}, 850), room({ people_in_bedroom: 2 }))?.amountUnder).toBe(425)
  })

  it('and says why', () => {
    const why = (wanted: object, offered: object = {}, price = 900) => {
      const fit = fitsWanted(request(wanted, price), room(offered))
      return fit && describeFit(fit, 'your')
    }
    expect(why({})).toBe('Winter 2027 · $50 under your limit')
    expect(why({}, {}, 850)).toBe('Winter 2027 · at your limit')
    expect(why({ move_in: '2027-01-10', move_out: '2027-03-20' })).toBe(
      'Jan 10 – Mar 20, 2027 · $50 under your limit',
    )
    expect(why({ move_in: '2027-02-01', move_out: null })).toBe(
      'From Feb 1, 2027 · $50 under your limit',
    )
    expect(why({ people: 2, place: 'Whole place' }, home)).toBe(
      'Winter 2027 · $50 under your limit · 3 bedrooms',
    )
    const near = { near: 'laurier-20' }
    expect(why(near, { minutes: { laurier: { walk: 15 } } })).toBe(
      'Winter 2027 · $50 under your limit · under 15 min to Laurier',
    )
    expect(why(near, { minutes_about: { laurier: 12 } })).toMatch(/ · about 12 min to Laurier$/)
    // Nothing is claimed that the place does not say.
    expect(why(near, { minutes: { waterloo: { walk: 5 } } })).toBe(
      'Winter 2027 · $50 under your limit',
    )
    const fit = fitsWanted(request(), room())
    expect(fit && describeFit(fit, 'their')).toBe('Winter 2027 · $50 under their limit')
  })
})
