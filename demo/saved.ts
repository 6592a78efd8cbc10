import type { CategoryId } from '#categories/index.ts'
import type { StudentKey } from './students.ts'

export interface DemoFavourite {
  student: StudentKey
  daysAgo: number
  listing: { category: CategoryId; title: string }
}

export interface DemoSearch {
  student: StudentKey
  daysAgo: number
  category: CategoryId
  /** The search in its canonical form. */
  query: string
  frequency: 'soon' | 'daily'
}

const sofa = { category: 'misc', title: 'Three-seat sofa, super comfortable' } as const
const games = { category: 'misc', title: 'Board game bundle (4 games)' } as const
const bike = { category: 'misc', title: 'City bike with basket, fresh tune-up' } as const
const parka = { category: 'misc', title: 'Very warm parka, size M' } as const
const room = {
  category: 'rental',
  title: 'Furnished room in new building on Maple, own bathroom',
} as const
const bachelor = {
  category: 'rental',
  title: 'Bachelor apartment, bright, above the bakery',
} as const
const economics = { category: 'textbook', title: 'Principles of Microeconomics' } as const

/** The listings that sample students have saved. Those of the first student are pending, sold, reduced and unchanged. */
export const demoFavourites: DemoFavourite[] = [
  { student: 'ada', daysAgo: 5.1, listing: sofa },
  { student: 'ada', daysAgo: 4.2, listing: games },
  { student: 'ada', daysAgo: 2.2, listing: economics },
  { student: 'ada', daysAgo: 0.8, listing: room },
  { student: 'kwame', daysAgo: 1.2, listing: bike },
  { student: 'liam', daysAgo: 0.9, listing: bike },
  { student: 'mei', daysAgo: 0.5, listing: bike },
  { student: 'priya', daysAgo: 7.3, listing: parka },
  { student: 'sofia', daysAgo: 6.4, listing: bachelor },
  { student: 'farah', daysAgo: 3.8, listing: bachelor },
]

export const demoSearches: DemoSearch[] = [
  {
    student: 'ada',
    daysAgo: 9.3,
    category: 'rental',
    query: 'furnished=1&max_price=800&type=sublet',
    frequency: 'daily',
  },
  {
    student: 'ada',
    daysAgo: 2.7,
    category: 'misc',
    query: 'max_price=60&q=desk+chair',
    frequency: 'soon',
  },
  {
    student: 'liam',
    daysAgo: 4.6,
    category: 'textbook',
    query: 'course=MATH+138',
    frequency: 'daily',
  },
]
