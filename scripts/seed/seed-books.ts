import { campus } from '#campus/campus.ts'
import { withCheckDigit13 } from '#categories/isbn.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { generateSurname, splitWords } from './seed-names.ts'
import { createRandom, type SeededRandom } from './seeded-random.ts'

const subjects =
  splitWords(`Calculus Algebra Statistics Physics Chemistry Biology Economics Psychology
  Accounting Programming Algorithms Databases Thermodynamics Mechanics Circuits Genetics Anatomy
  Sociology Philosophy History Linguistics Marketing Finance Optimization Probability Geometry Logic`)
const courses = splitWords(
  'CS MATH STAT PHYS CHEM BIOL ECON PSYCH AFM ECE SYDE ME KIN HLTH ENGL HIST BU',
)
const bookKinds = ['Introduction to', 'Principles of', 'Fundamentals of', 'Advanced', 'Applied']

/** The number of first-year books. They have many copies; other books have a few. */
const firstYearBooks = 40
const allBooks = 60_000

type Book = Pick<
  ListingInput<'textbook'>,
  'book_title' | 'author' | 'edition' | 'isbn' | 'course_codes' | 'faculty' | 'year'
> & { subject: string; newPrice: number }

/** Generates a copy of a book. All copies have the same title, author and ISBN, but some sellers leave out the ISBN. */
export function generateBook({ chance, integer }: SeededRandom): Book {
  const number = chance(0.3) ? integer(1, firstYearBooks) : integer(firstYearBooks + 1, allBooks)
  const book = createRandom(0, number)
  const subject = book.pickFrequent(subjects)
  const course = () => `${book.pickFrequent(courses)} ${100 + book.rank(350)}`
  return {
    subject,
    newPrice: 5 * book.integer(12, 36),
    book_title: `${book.pick(bookKinds)} ${subject}`,
    author: `${book.pick(['A.', 'J.', 'M.', 'R.', 'S.'])} ${generateSurname(book)}`,
    edition: book.chance(0.6) ? `${book.integer(4, 9)}th` : null,
    isbn: chance(0.8) ? isbnOf(number) : null,
    course_codes: [...new Set(Array.from({ length: book.integer(1, 3) }, course))],
    faculty: book.pickFrequent(campus.faculties),
    year: number <= firstYearBooks ? 1 : book.pick([1, 2, 3, 4] as const),
  }
}

/** Returns an ISBN in the range 978-0-300 to 978-0-699, where publishers have three digits. */
const isbnOf = (number: number): string => withCheckDigit13(`9780${30_000_000 + number * 661}`)
