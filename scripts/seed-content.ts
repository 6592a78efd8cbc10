import type { CategoryId } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import type { SeededRandom } from './seeded-random.ts'

const splitWords = (text: string) => text.trim().split(/\s+/)

const streets =
  splitWords(`King Regina Albert Columbia Hickory Phillip Lester Sunview Spruce Ezra Bricker
  University Weber Erb Larch Hazel Marshall Lodge Fir Dearborn Seagram Westmount Keats Amos Beechwood
  Fischer Hallman Glenridge Lincoln Bridge Northfield Parkside Cedarbrae Thorndale Keatsway Erbsville`)
const streetKinds = splitWords('St St St Ave Ave Rd Dr Crescent Court Lane')
const adjectives =
  splitWords(`bright quiet spacious modern cozy renovated sunny clean affordable large
  private new comfortable charming convenient furnished airy secure open warm`)
const subjects =
  splitWords(`Calculus Algebra Statistics Physics Chemistry Biology Economics Psychology
  Accounting Programming Algorithms Databases Thermodynamics Mechanics Circuits Genetics Anatomy
  Sociology Philosophy History Linguistics Marketing Finance Optimization Probability Geometry Logic`)
const courses = splitWords(
  'CS MATH STAT PHYS CHEM BIOL ECON PSYCH AFM ECE SYDE ME KIN HLTH ENGL HIST BU',
)
const items =
  splitWords(`desk lamp chair bike monitor keyboard mattress couch table kettle microwave fan
  heater backpack jacket ticket wristband calculator tablet headphones printer mirror rug shelf guitar`)
const brands = splitWords('Ikea Logitech Sony Samsung Casio Yamaha Dell Apple Anker Lenovo')
const syllables =
  splitWords(`ba ren dor mi kal ven to sha lin gre mor hal win ste far quo zel ti ran dun bro
  sto ker van lem pro cas wil ne fer`)
const amenities = ['Furnished', 'Pet friendly', 'Air conditioning', 'Dishwasher', 'Gym', 'Balcony']
const bookKinds = ['Introduction to', 'Principles of', 'Fundamentals of', 'Advanced', 'Applied']

const homeSentences = [
  'The room is a short walk from campus.',
  'Bus stop in front of the house.',
  'Shared kitchen with plenty of storage.',
  'Laundry in the basement, no coins needed.',
  'Housemates are quiet engineering students.',
  'Looking for someone tidy and respectful.',
  'Parking spot available for a small fee.',
  'Fast internet and heating are included.',
  'Groceries, pharmacy and cafés within ten minutes.',
  'Big windows, hardwood floor, large closet.',
  'Sublet for the spring term, extension possible.',
  'First and last month of rent required.',
  'Message me for a viewing on the weekend.',
  'The landlord answers quickly and is friendly.',
]
const itemSentences = [
  'Pick up on campus, any weekday.',
  'Works perfectly, barely used.',
  'Selling because I am moving out.',
  'Small scratch on one side.',
  'Price is negotiable.',
  'Comes with the original box and receipt.',
  'Bought last year, smoke free home.',
  'Can deliver close to the university.',
]

/** A family name: a few are common, most are rare. */
export function generateSurname({ rank, pick }: SeededRandom): string {
  let number = rank(500_000) + syllables.length
  let name = ''
  while (number > 0) {
    name += syllables[number % syllables.length]
    number = Math.floor(number / syllables.length)
  }
  return capitalize(name) + pick(['', '', 'son', 'ton', 's'])
}

/** Random listings, with the few common and many rare words that real ones have. */
export const listingGenerators: { [Id in CategoryId]: (random: SeededRandom) => ListingInput<Id> } =
  {
    rental(random) {
      const { chance, pickFrequent, pick, rank, sample, integer } = random
      const isShared = chance(0.6)
      const street = pickFrequent(streets)
      const home = pick(['room', 'room', 'apartment', 'basement suite', 'house', 'studio'])
      const term = pick(['fall', 'winter', 'spring'])
      return {
        title: `${capitalize(pickFrequent(adjectives))} ${home} on ${street} for ${term} term`,
        house_type: pick(['Apartment', 'House', 'Bedroom', 'Basement'] as const),
        address: `${1 + rank(600)} ${street} ${pick(streetKinds)} ${pick(['N', 'S', 'W', 'E'])}`,
        cost: 350 + 25 * rank(70),
        is_cost_per_room: isShared,
        is_utilities_included: chance(0.5),
        is_sublet: chance(0.4),
        is_shared: isShared,
        num_beds: 1 + rank(5),
        date_available: `2027-${String(integer(1, 12)).padStart(2, '0')}-01`,
        has_laundry: chance(0.7),
        has_cooking: chance(0.9),
        has_parking: chance(0.4),
        no_smoking: chance(0.8),
        amenities: sample(amenities, 0.3),
        description: generateDescription(
          random,
          homeSentences,
          `Near ${generateSurname(random)} Hall, campus side.`,
        ),
        photos: [],
      }
    },
    textbook(random) {
      const { chance, pickFrequent, pick, rank, integer } = random
      const subject = pickFrequent(subjects)
      return {
        book_title: `${pick(bookKinds)} ${subject}`,
        author: `${pick(['A.', 'J.', 'M.', 'R.', 'S.'])} ${generateSurname(random)}`,
        edition: chance(0.6) ? `${integer(4, 9)}th` : null,
        course_code: `${pickFrequent(courses)} ${100 + rank(350)}`,
        faculty: pickFrequent([
          'Math',
          'Engineering',
          'Science',
          'Business',
          'Humanities',
        ] as const),
        year: pick([1, 2, 3, 4] as const),
        condition: pick(['New', 'Like New', 'Used', 'Used', 'Worn'] as const),
        price: 10 + 5 * rank(38),
        description: generateDescription(random, itemSentences, `For the ${subject} course.`),
        photos: [],
      }
    },
    misc(random) {
      const { chance, pickFrequent, pick, rank } = random
      const item = pickFrequent(items)
      const brand = chance(0.8) ? pickFrequent(brands) : generateSurname(random)
      return {
        title: `${brand} ${item}, ${pickFrequent(adjectives)}`,
        listing_type: chance(0.8) ? 'Selling' : 'Wanting',
        price: chance(0.1) ? 0 : 5 + rank(400),
        category: pick(['Tickets', 'Events', 'Furniture', 'Electronics', 'Other', null] as const),
        condition: pick(['New', 'Like New', 'Used', 'Worn', null] as const),
        event_date: null,
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
  return [first, pick(sentences), ...sample(sentences, 0.25)].join(' ')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
