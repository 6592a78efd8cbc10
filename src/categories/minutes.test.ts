import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { inputSchema } from './field-schemas.ts'
import {
  describeNear,
  describeWay,
  estimateMinutes,
  farOffSentences,
  formatNear,
  isFarOff,
  minuteTerms,
  nearestCampus,
  parseNear,
} from './minutes.ts'
import { rental } from './rental/definition.ts'
import { wanted } from './wanted/definition.ts'

stayOnBuiltInCampus()

const schema = inputSchema(rental.fields.minutes)
const guelph = { id: 'guelph', name: 'Guelph', latitude: 43.5327, longitude: -80.2262 }

describe('the minutes that a seller gives', () => {
  it('are read from a form or a request, without what nobody has said', () => {
    const typed = { waterloo: { walk: '15', bus: '' }, laurier: { walk: '', bus: '' } }
    expect(schema.parse(typed)).toEqual({ waterloo: { walk: 15 } })
    expect(schema.parse({ waterloo: { walk: null, bus: 10 }, laurier: null })).toEqual({
      waterloo: { bus: 10 },
    })
    for (const blank of [undefined, null, '', {}]) expect(schema.parse(blank)).toEqual({})
  })

  it.each([
    [{ waterloo: { walk: 12 } }],
    [{ waterloo: { walk: 15.5 } }],
    [{ waterloo: 15 }],
    [{ 'Water loo': { walk: 15 } }],
    ['15'],
    [[{ walk: 15 }]],
    [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`c${index}`, { walk: 5 }]))],
  ])('cannot be %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })

  it('are not all checked if there are thousands', () => {
    const places = Array.from({ length: 5_000 }, (_, index) => [`c${index}`, { walk: 12 }])
    const { error } = schema.safeParse(Object.fromEntries(places))
    expect(error?.issues.length).toBeLessThan(50)
  })

  it.each([[15], [[5]], ['15']])(
    'of a campus cannot be %j, with a sentence that says so',
    (said) => {
      const { error } = schema.safeParse({ waterloo: said })
      expect(error?.issues[0]?.message).toBe('Must be an object with walk and bus')
    },
  )

  it('keep a campus that the settings no longer have, and do not show it', () => {
    const minutes = schema.parse({ guelph: { walk: 5 }, waterloo: { walk: 20 } })
    expect(minutes).toHaveProperty('guelph')
    expect(nearestCampus(minutes, {})?.place.id).toBe('waterloo')
    changeCampus({ places: [...campus.places, guelph] })
    expect(nearestCampus(minutes, {})?.place.id).toBe('guelph')
  })
})

describe('the nearest campus', () => {
  const nearest = (minutes: object, estimates = {}) => {
    const found = nearestCampus(minutes, estimates)
    return found && describeWay(found)
  }

  it('is the nearest on foot, or by bus where nobody says how far it is to walk', () => {
    expect(nearest({ waterloo: { walk: 15 }, laurier: { walk: 20, bus: 5 } })).toBe(
      'under 15 min walk to Waterloo',
    )
    expect(nearest({ waterloo: { walk: 31 } })).toBe('over 30 min walk to Waterloo')
    expect(nearest({ laurier: { bus: 10 } })).toBe('under 10 min by bus to Laurier')
    expect(nearest({})).toBeUndefined()
  })

  it('is estimated where the seller says nothing, or something far off', () => {
    expect(nearest({}, { waterloo: 12, laurier: 9 })).toBe('about 9 min walk to Laurier')
    expect(nearest({ waterloo: { walk: 15 } }, { waterloo: 12 })).toBe(
      'under 15 min walk to Waterloo',
    )
    expect(nearest({ waterloo: { walk: 5 } }, { waterloo: 24 })).toBe(
      'about 24 min walk to Waterloo',
    )
  })
})

it('estimates the minutes from coordinates, 1.3 times the straight line at 80 metres a minute', () => {
  // The two campuses are 1,411 metres apart.
  expect(estimateMinutes([43.4723, -80.5449])).toEqual({ waterloo: 1, laurier: 23 })
  for (const nothing of [undefined, null, [43], ['a', 'b'], { latitude: 1 }]) {
    expect(estimateMinutes(nothing)).toEqual({})
  }
})

it.each([
  [5, 9, false],
  [5, 10, true],
  [10, 17, false],
  [10, 18, true],
  [30, 47, false],
  [30, 48, true],
  [31, 500, false],
  [31, 18, true],
  [31, 19, false],
  [30, 12, false],
  [30, 11, true],
])('%d minutes with an estimate of %d are far off: %s', (step, estimate, expected) => {
  expect(isFarOff(step, estimate)).toBe(expected)
})

it('tells the seller about each answer that is far off', () => {
  const minutes = { waterloo: { walk: 5, bus: 5 }, laurier: { walk: 10 } }
  expect(farOffSentences(minutes, { waterloo: 24, laurier: 9 })).toEqual([
    'You say under 5 min walk to Waterloo. Judging by the address, Waterloo is about 24 min walk away.',
  ])
  expect(farOffSentences(minutes, {})).toEqual([])
})

it('has terms for every campus of the settings, where a bus is never slower than walking', () => {
  expect(minuteTerms({ waterloo: { walk: 10, bus: 15 }, guelph: { walk: 5 } }, {})).toEqual([
    'waterloo walk 10',
    'waterloo bus 10',
    'laurier walk 99',
    'laurier bus 99',
  ])
  expect(minuteTerms({ laurier: { walk: 5 } }, { laurier: 24 })).toContain('laurier walk 30')
})

describe('the filter by minutes', () => {
  it.each(['waterloo-15', 'laurier-5-bus'])('has the same text after parsing %s', (text) => {
    const near = parseNear(text)
    expect(near && formatNear(near)).toBe(text)
  })

  it.each([
    '',
    'waterloo',
    'waterloo-12',
    'waterloo-31',
    'guelph-15',
    'waterloo-15-car',
    'waterloo-15-bus-x',
  ])('ignores %s', (text) => {
    expect(parseNear(text)).toBeUndefined()
  })

  it('is what a housing request can say, also about a campus that was removed since', () => {
    const near = inputSchema(wanted.fields.near)
    expect(near.parse(' guelph-10-bus ')).toBe('guelph-10-bus')
    for (const blank of [undefined, null, '']) expect(near.parse(blank)).toBeNull()
    for (const wrong of ['waterloo', 'waterloo-12', 'waterloo-31', 'waterloo-15-car', 15]) {
      expect(near.safeParse(wrong).success, String(wrong)).toBe(false)
    }
  })

  it('says in words what it asks for', () => {
    const [place] = campus.places
    if (!place) throw new Error('The campus has no places.')
    expect(describeNear({ place, way: 'walk', minutes: 10 })).toBe('Under 10 min walk to Waterloo')
    expect(describeNear({ place, way: 'bus', minutes: 10 })).toBe(
      'Under 10 min by bus or on foot to Waterloo',
    )
  })
})
