import { campus } from '#campus/campus.ts'
import { defineCategory } from '../define-category.ts'
import { type FilterOption, toFilterOptions, underPrice } from '../filter-kinds.ts'
import { itemConditions } from '../item-conditions.ts'
import { maxLengths, maxPrice } from '../limits.ts'
import { listingTypes } from '../listing-types.ts'
import { formatEdition } from './edition.ts'

/** Faculties that the filter names in the plural. Older rows have either name. */
const pluralFaculties = new Map([
  ['Social Science', 'Social Sciences'],
  ['Health Science', 'Health Sciences'],
])

function toFacultyOption(faculty: string): FilterOption {
  const plural = pluralFaculties.get(faculty)
  const label = plural ?? faculty
  return { value: label, label, matches: plural ? [faculty, plural] : [faculty] }
}

export const textbook = defineCategory({
  id: 'textbook',
  path: 'textbooks',
  labels: {
    singular: 'textbook',
    plural: 'textbooks',
    menu: 'Textbooks',
    summary: 'Used and new, for every course',
    sell: 'A textbook',
    badge: 'Textbook',
    dashboard: 'Textbooks',
    add: 'Add textbook',
    edit: 'Edit textbook',
    emptyList: 'No textbook listings.',
    shortcuts: [{ label: 'Textbooks' }],
  },
  apiNames: { title: 'book_title', price: 'price', date: 'date_posted' },
  fields: {
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      options: listingTypes,
      default: 'Selling',
      detailLabel: 'Listing type',
    },
    isbn: {
      kind: 'isbn',
      label: 'ISBN',
      help: "It's on the back cover. If someone has listed this book before, we'll fill in the details.",
      detailLabel: 'ISBN',
    },
    book_title: { kind: 'text', label: 'Book title', required: true, maxLength: maxLengths.title },
    author: {
      kind: 'text',
      label: 'Author',
      required: true,
      maxLength: maxLengths.name,
      detailLabel: 'Author',
    },
    edition: {
      kind: 'text',
      label: 'Edition',
      maxLength: maxLengths.name,
      placeholder: '8th',
      format: formatEdition,
      detailLabel: 'Edition',
    },
    course_codes: {
      kind: 'codes',
      label: 'Course code',
      help: 'Up to 5, separated by commas',
      maxItems: 5,
      maxLength: 20,
      placeholder: 'MATH 135, MATH 137',
      firstCodeName: 'course_code',
      detailLabel: 'Course code',
    },
    faculty: {
      kind: 'choice',
      label: 'Faculty',
      required: true,
      get options() {
        return campus.faculties
      },
      detailLabel: 'Faculty',
    },
    year: {
      kind: 'choice',
      label: 'Year',
      help: 'When most students take the course',
      required: true,
      options: [1, 2, 3, 4],
      detailLabel: 'Year',
    },
    condition: {
      kind: 'choice',
      label: 'Condition',
      required: true,
      options: itemConditions,
      detailLabel: 'Condition',
    },
    price: { kind: 'money', label: 'Price', required: true, max: maxPrice },
    new_price: {
      kind: 'money',
      label: 'Price of a new copy',
      max: maxPrice,
      detailLabel: 'Price of a new copy',
    },
    description: { kind: 'longtext', label: 'Description', maxLength: maxLengths.description },
  },
  formSteps: [
    { first: 'listing_type', title: 'The book' },
    { first: 'course_codes', title: 'The course', help: 'Most students search by course.' },
    { first: 'condition', title: 'Condition and price' },
  ],
  priceOff: { field: 'new_price', text: 'off new' },
  copies: {
    linkLabel: 'All copies of this book',
    segment: 'isbn',
    field: 'isbn',
    fills: ['book_title', 'author', 'edition', 'course_codes', 'faculty', 'year'],
  },
  wantedWhen: { field: 'listing_type', value: 'Wanting' },
  filters: {
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      field: 'listing_type',
      options: toFilterOptions(listingTypes),
    },
    faculty: {
      kind: 'choice',
      label: 'Faculty',
      field: 'faculty',
      get options() {
        return campus.faculties.map(toFacultyOption)
      },
    },
    condition: {
      kind: 'choices',
      label: 'Condition',
      field: 'condition',
      options: toFilterOptions(itemConditions),
    },
    year: {
      kind: 'choice',
      label: 'Year',
      field: 'year',
      options: toFilterOptions([1, 2, 3, 4]).map((option) => ({
        ...option,
        chipLabel: `Year ${option.label}`,
      })),
    },
    course: { kind: 'code', label: 'Course code', field: 'course_codes', placeholder: 'MATH 135' },
  },
  quickFilters: [
    underPrice(50),
    { label: 'New or like new', parameters: { condition: 'New,Like New' } },
    { label: 'First year', parameters: { year: '1' } },
    { label: 'Wanting', parameters: { listing_type: 'Wanting' } },
  ],
  priceSlider: { kind: 'fixed', max: 200 },
  lifetime: { days: 120 },
  soldLabels: {
    default: 'Sold',
    when: { field: 'listing_type', value: 'Wanting', label: 'Found' },
  },
  questions: ['When could I see it?'],
  similarBy: ['course', 'faculty'],
  search: {
    fields: ['book_title', 'author', 'course_codes', 'isbn'],
    placeholder: 'Search title, author, course or ISBN',
    words: ['textbook', 'book', 'coursebook'],
  },
  messages: {
    missingId: 'Textbook not found',
    notFound: 'Textbook not found',
    loadFailed: 'Textbook not found',
    loadNetworkError: 'Failed to fetch textbook data.',
    saveFailed: 'Failed to create textbook listing.',
    saveNetworkError: 'Network error while creating textbook.',
    inquirySubject: 'Inquiry about textbook',
  },
})
