import { defineCategory, optionsFor } from '../define-category.ts'
import { itemConditions } from '../item-conditions.ts'
import { highestPrice, lengths } from '../limits.ts'

export const textbook = defineCategory({
  id: 'textbook',
  path: 'textbooks',
  labels: {
    singular: 'textbook',
    plural: 'textbooks',
    menu: 'Textbooks',
    badge: 'Textbook',
    dashboard: 'Textbooks',
    add: 'Add textbook',
    edit: 'Edit textbook',
    none: 'No textbook listings.',
    shortcuts: ['Textbooks'],
  },
  wire: { title: 'book_title', price: 'price', date: 'date_posted' },
  fields: {
    book_title: { kind: 'text', label: 'Book title', required: true, maxLength: lengths.title },
    author: {
      kind: 'text',
      label: 'Author',
      required: true,
      maxLength: lengths.name,
      detail: 'Author',
    },
    edition: { kind: 'text', label: 'Edition', maxLength: lengths.name, detail: 'Edition' },
    course_code: {
      kind: 'text',
      label: 'Course code',
      maxLength: 20,
      placeholder: 'MATH 135',
      detail: 'Course code',
    },
    faculty: {
      kind: 'choice',
      label: 'Faculty',
      required: true,
      options: [
        'Math',
        'Engineering',
        'Science',
        'Social Science',
        'Health Science',
        'Humanities',
        'Business',
        'Arts & Science',
      ],
      detail: 'Faculty',
    },
    year: { kind: 'choice', label: 'Year', required: true, options: [1, 2, 3, 4], detail: 'Year' },
    condition: {
      kind: 'choice',
      label: 'Condition',
      required: true,
      options: itemConditions,
      detail: 'Condition',
    },
    price: { kind: 'money', label: 'Price', required: true, max: highestPrice },
    description: { kind: 'longtext', label: 'Description', maxLength: lengths.description },
  },
  filters: {
    faculty: {
      kind: 'choice',
      label: 'Faculty',
      field: 'faculty',
      options: [
        ...optionsFor(['Math', 'Engineering', 'Science']),
        {
          value: 'Social Sciences',
          label: 'Social Sciences',
          finds: ['Social Science', 'Social Sciences'],
        },
        {
          value: 'Health Sciences',
          label: 'Health Sciences',
          finds: ['Health Science', 'Health Sciences'],
        },
        ...optionsFor(['Humanities', 'Business', 'Arts & Science']),
      ],
    },
    condition: {
      kind: 'choice',
      label: 'Condition',
      field: 'condition',
      options: optionsFor(itemConditions),
    },
    year: {
      kind: 'choice',
      label: 'Year',
      field: 'year',
      options: optionsFor([1, 2, 3, 4]).map((option) => ({
        ...option,
        chip: `Year ${option.label}`,
      })),
    },
    course: { kind: 'code', label: 'Course code', field: 'course_code', placeholder: 'MATH 135' },
  },
  priceSlider: { to: 'fixed', max: 200, endLabel: '200+' },
  search: {
    reads: ['book_title', 'author', 'course_code'],
    placeholder: 'Search title, author or course code',
  },
  messages: {
    noId: 'Textbook not found',
    notFound: 'Textbook not found',
    loadFailed: 'Textbook not found',
    fetchFailed: 'Failed to fetch textbook data.',
    saveFailed: 'Failed to create textbook listing.',
    saveUnreachable: 'Network error while creating textbook.',
    inquiry: 'Inquiry about textbook',
  },
})
