import type { CategoryId } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import type { Dice } from './dice.ts'

const words = (text: string) => text.trim().split(/\s+/)

const streets =
  words(`King Regina Albert Columbia Hickory Phillip Lester Sunview Spruce Ezra Bricker
  University Weber Erb Larch Hazel Marshall Lodge Fir Dearborn Seagram Westmount Keats Amos Beechwood
  Fischer Hallman Glenridge Lincoln Bridge Northfield Parkside Cedarbrae Thorndale Keatsway Erbsville`)
const streetKinds = words('St St St Ave Ave Rd Dr Crescent Court Lane')
const adjectives = words(`bright quiet spacious modern cozy renovated sunny clean affordable large
  private new comfortable charming convenient furnished airy secure open warm`)
const subjects = words(`Calculus Algebra Statistics Physics Chemistry Biology Economics Psychology
  Accounting Programming Algorithms Databases Thermodynamics Mechanics Circuits Genetics Anatomy
  Sociology Philosophy History Linguistics Marketing Finance Optimization Probability Geometry Logic`)
const courses = words(
  'CS MATH STAT PHYS CHEM BIOL ECON PSYCH AFM ECE SYDE ME KIN HLTH ENGL HIST BU',
)
const things =
  words(`desk lamp chair bike monitor keyboard mattress couch table kettle microwave fan
  heater backpack jacket ticket wristband calculator tablet headphones printer mirror rug shelf guitar`)
const brands = words('Ikea Logitech Sony Samsung Casio Yamaha Dell Apple Anker Lenovo')
const syllables =
  words(`ba ren dor mi kal ven to sha lin gre mor hal win ste far quo zel ti ran dun bro
  sto ker van lem pro cas wil ne fer`)
const amenities = ['Furnished', 'Pet friendly', 'Air conditioning', 'Dishwasher', 'Gym', 'Balcony']
const bookKinds = ['Introduction to', 'Principles of', 'Fundamentals of', 'Advanced', 'Applied']

const aboutHomes = [
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
const aboutThings = [
  'Pick up on campus, any weekday.',
  'Works perfectly, barely used.',
  'Selling because I am moving out.',
  'Small scratch on one side.',
  'Price is negotiable.',
  'Comes with the original box and receipt.',
  'Bought last year, smoke free home.',
  'Can deliver close to the university.',
]

/** A family name: a few are common, and there is always one that nobody had before. */
export function surname({ rank, pick }: Dice): string {
  let number = rank(500_000) + syllables.length
  let name = ''
  while (number > 0) {
    name += syllables[number % syllables.length]
    number = Math.floor(number / syllables.length)
  }
  return capital(name) + pick(['', '', 'son', 'ton', 's'])
}

/** Believable postings, with the few common and many rare words that real ones have. */
export const postings: { [Id in CategoryId]: (dice: Dice) => ListingInput<Id> } = {
  rental(dice) {
    const { chance, frequent, pick, rank, some, whole } = dice
    const isShared = chance(0.6)
    const street = frequent(streets)
    const home = pick(['room', 'room', 'apartment', 'basement suite', 'house', 'studio'])
    const term = pick(['fall', 'winter', 'spring'])
    return {
      title: `${capital(frequent(adjectives))} ${home} on ${street} for ${term} term`,
      house_type: pick(['Apartment', 'House', 'Bedroom', 'Basement'] as const),
      address: `${1 + rank(600)} ${street} ${pick(streetKinds)} ${pick(['N', 'S', 'W', 'E'])}`,
      cost: 350 + 25 * rank(70),
      is_cost_per_room: isShared,
      is_utilities_included: chance(0.5),
      is_sublet: chance(0.4),
      is_shared: isShared,
      num_beds: 1 + rank(5),
      date_available: `2027-${String(whole(1, 12)).padStart(2, '0')}-01`,
      has_laundry: chance(0.7),
      has_cooking: chance(0.9),
      has_parking: chance(0.4),
      no_smoking: chance(0.8),
      amenities: some(amenities, 0.3),
      description: description(dice, aboutHomes, `Near ${surname(dice)} Hall, campus side.`),
      photos: [],
    }
  },
  textbook(dice) {
    const { chance, frequent, pick, rank, whole } = dice
    const subject = frequent(subjects)
    return {
      book_title: `${pick(bookKinds)} ${subject}`,
      author: `${pick(['A.', 'J.', 'M.', 'R.', 'S.'])} ${surname(dice)}`,
      edition: chance(0.6) ? `${whole(4, 9)}th` : null,
      course_code: `${frequent(courses)} ${100 + rank(350)}`,
      faculty: frequent(['Math', 'Engineering', 'Science', 'Business', 'Humanities'] as const),
      year: pick([1, 2, 3, 4] as const),
      condition: pick(['New', 'Like New', 'Used', 'Used', 'Worn'] as const),
      price: 10 + 5 * rank(38),
      description: description(dice, aboutThings, `For the ${subject} course.`),
      photos: [],
    }
  },
  misc(dice) {
    const { chance, frequent, pick, rank } = dice
    const thing = frequent(things)
    const brand = chance(0.8) ? frequent(brands) : surname(dice)
    return {
      title: `${brand} ${thing}, ${frequent(adjectives)}`,
      listing_type: chance(0.8) ? 'Selling' : 'Wanting',
      price: chance(0.1) ? 0 : 5 + rank(400),
      category: pick(['Tickets', 'Events', 'Furniture', 'Electronics', 'Other', null] as const),
      condition: pick(['New', 'Like New', 'Used', 'Worn', null] as const),
      description: description(dice, aboutThings, `From the ${surname(dice)} sale on campus.`),
      photos: [],
    }
  },
}

function description({ some, pick }: Dice, sentences: string[], own: string): string {
  return [own, pick(sentences), ...some(sentences, 0.25)].join(' ')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
