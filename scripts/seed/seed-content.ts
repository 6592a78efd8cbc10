import { campus } from '#campus/campus.ts'
import { addDays } from '#categories/days.ts'
import { type HouseholdName, householdFields } from '#categories/household.ts'
import type { CategoryId } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { type Minutes, minuteSteps, nearOptions } from '#categories/minutes.ts'
import { houseTypes } from '#categories/rental/home.ts'
import { generateBook } from './seed-books.ts'
import { capitalize, generateSurname, splitWords } from './seed-names.ts'
import { generatePeriod } from './seed-periods.ts'
import { generateBookPrice, generateRent } from './seed-prices.ts'
import {
  homeSentences,
  itemSentences,
  markedHomeSentences,
  markedHomeShare,
} from './seed-sentences.ts'
import type { SeededRandom } from './seeded-random.ts'

const streets =
  splitWords(`King Regina Albert Columbia Hickory Phillip Lester Sunview Spruce Ezra Bricker
  University Weber Erb Larch Hazel Marshall Lodge Fir Dearborn Seagram Westmount Keats Amos Beechwood
  Fischer Hallman Glenridge Lincoln Bridge Northfield Parkside Cedarbrae Thorndale Keatsway Erbsville`)
const streetKinds = splitWords('St St St Ave Ave Rd Dr Crescent Court Lane')
const adjectives =
  splitWords(`bright quiet spacious modern cozy renovated sunny clean affordable large
  private new comfortable charming convenient furnished airy secure open warm`)
const items =
  splitWords(`desk lamp chair bike monitor keyboard mattress couch table kettle microwave fan
  heater backpack jacket ticket wristband calculator tablet headphones printer mirror rug shelf guitar`)
const brands = splitWords('Ikea Logitech Sony Samsung Casio Yamaha Dell Apple Anker Lenovo')
const amenities = ['Furnished', 'Pet friendly', 'Air conditioning', 'Dishwasher', 'Gym', 'Balcony']

/** Most sellers say how far it is, and some only for one campus. */
const generateMinutes = ({ chance, pick }: SeededRandom): Minutes =>
  Object.fromEntries(
    campus.places
      .filter(() => chance(0.8))
      .map(({ id }) => [
        id,
        { walk: pick(minuteSteps), ...(chance(0.5) && { bus: pick([5, 10, 15, 20]) }) },
      ]),
  )

type Generators = {
  [Id in CategoryId]: (random: SeededRandom, today: string) => ListingInput<Id>
}

/** Generates random listings whose dates are in the future. Like real ones, they have a few common and many rare words. */
export const listingGenerators: Generators = {
  rental(random, today) {
    const { chance, pickFrequent, pick, rank, sample } = random
    const isShared = chance(0.6)
    const isSublet = chance(0.4)
    const street = pickFrequent(streets)
    const home = pick(['room', 'room', 'apartment', 'basement suite', 'house', 'studio'])
    const num_beds = 1 + rank(5)
    const marked = chance(markedHomeShare) ? ` ${pick(markedHomeSentences)}` : ''
    const { first, last, term } = generatePeriod(random, today, isSublet)
    return {
      title: `${capitalize(pickFrequent(adjectives))} ${home} on ${street} for ${term} term`,
      house_type: pick(houseTypes),
      address: `${1 + rank(600)} ${street} ${pick(streetKinds)} ${pick(['N', 'S', 'W', 'E'])}`,
      cost: generateRent(random, { isRoom: isShared, isSublet, bedrooms: num_beds }),
      is_cost_per_room: isShared,
      is_utilities_included: chance(0.5),
      is_sublet: isSublet,
      is_shared: isShared,
      num_beds,
      people_in_bedroom: isShared && chance(0.1) ? 2 : 1,
      date_available: first,
      available_to: last,
      minutes: generateMinutes(random),
      deposit: null,
      landlord_consent: isSublet ? pick(['Yes', 'Yes', 'Asked', 'Not yet', null] as const) : null,
      has_laundry: chance(0.7),
      has_cooking: chance(0.9),
      has_parking: chance(0.4),
      no_smoking: chance(0.8),
      amenities: sample(amenities, 0.3),
      description:
        generateDescription(
          random,
          homeSentences,
          `Near ${generateSurname(random)} Hall, campus side.`,
        ) + marked,
      ...generateHousehold(random),
      photos: [],
    }
  },
  wanted(random, today) {
    const { chance, pickFrequent, pick, rank } = random
    const place = pick(['Room', 'Room', 'Whole place', 'Either'] as const)
    const people = place === 'Room' ? 1 : 1 + rank(4)
    const { first, last, term } = generatePeriod(random, addDays(today, 1), chance(0.8))
    return {
      title: `Looking for a ${pickFrequent(adjectives)} place for ${term} term`,
      move_in: first,
      move_out: last,
      budget: people * generateRent(random, { isRoom: true, isSublet: true, bedrooms: 3 }),
      people,
      place,
      area: chance(0.7) ? `${pickFrequent(streets)} ${pick(streetKinds)}` : null,
      near: chance(0.4) ? (nearOptions()[rank(nearOptions().length)]?.value ?? null) : null,
      description: generateDescription(
        random,
        homeSentences,
        `I am in ${generateSurname(random)} Hall now.`,
      ),
      ...generateHousehold(random),
      photos: [],
    }
  },
  textbook(random) {
    const { chance, pick } = random
    const { subject, newPrice, ...book } = generateBook(random)
    const condition = pick(['New', 'Like New', 'Used', 'Used', 'Worn'] as const)
    return {
      ...book,
      listing_type: chance(0.9) ? 'Selling' : 'Wanting',
      condition,
      price: generateBookPrice(random, { newPrice, condition }),
      new_price: chance(0.5) ? newPrice : null,
      description: generateDescription(random, itemSentences, `For the ${subject} course.`),
      photos: [],
    }
  },
  misc(random, today) {
    const { chance, pickFrequent, pick, rank, integer } = random
    const item = pickFrequent(items)
    const brand = chance(0.8) ? pickFrequent(brands) : generateSurname(random)
    const category = pick([...campus.itemKinds, null])
    const hasDate = (category === 'Tickets' || category === 'Events') && chance(0.8)
    const price = chance(0.1) ? 0 : 5 + rank(400)
    return {
      title: `${brand} ${item}, ${pickFrequent(adjectives)}`,
      listing_type: chance(0.8) ? 'Selling' : 'Wanting',
      price,
      is_free: price === 0 && chance(0.7),
      category,
      condition: pick(['New', 'Like New', 'Used', 'Worn', null] as const),
      event_date: hasDate ? addDays(today, integer(1, 60)) : null,
      description: generateDescription(
        random,
        itemSentences,
        `From the ${generateSurname(random)} sale on campus.`,
      ),
      photos: [],
    }
  },
}

function generateDescription(
  { sample, pick }: SeededRandom,
  sentences: string[],
  first: string,
): string {
  return [first, pick(sentences), ...sample(sentences, 3 / sentences.length)].join(' ')
}

/** Most students say nothing about who lives there, and nobody says everything. */
function generateHousehold(random: SeededRandom): Pick<ListingInput<'rental'>, HouseholdName> {
  const { chance, pick, rank, sample } = random
  const isSaid = chance(0.3)
  const choose = <F extends { options: readonly string[] }>({ options }: F) =>
    isSaid && chance(0.6) ? (pick(options) as F['options'][number]) : null
  return {
    housemates: isSaid ? 1 + rank(5) : null,
    studies: isSaid ? `${pick(['Math', 'Biology', 'Business'])}, year ${1 + rank(4)}` : null,
    atmosphere: choose(householdFields.atmosphere),
    atmosphere_words: null,
    pets: choose(householdFields.pets),
    pets_words: null,
    guests: choose(householdFields.guests),
    guests_words: null,
    cleaning: choose(householdFields.cleaning),
    cleaning_words: isSaid ? 'Everyone does their share' : null,
    smoking: choose(householdFields.smoking),
    languages: isSaid ? 'English' : null,
    kitchen: isSaid ? sample(householdFields.kitchen.options, 0.3) : [],
    kitchen_words: null,
  }
}
