import { defineCategory, toFilterOptions } from '../define-category.ts'
import { itemConditions } from '../item-conditions.ts'
import { maxLengths, maxPrice } from '../limits.ts'

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
    emptyList: 'No textbook listings.',
    shortcuts: ['Textbooks'],
  },
  apiNames: { title: 'book_title', price: 'price', date: 'date_posted' },
  fields: {
    book_title: { kind: 'text', label: 'Book title', required: true, maxLength: maxLengths.title },
    author: {
      kind: 'text',
      label: 'Author',
      required: true,
      maxLength: maxLengths.name,
      detailLabel: 'Author',
    },
    edition: { kind: 'text', label: 'Edition', maxLength: maxLengths.name, detailLabel: 'Edition' },
    course_code: {
      kind: 'text',
      label: 'Course code',
      maxLength: 20,
      placeholder: 'MATH 135',
      detailLabel: 'Course code',
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
      detailLabel: 'Faculty',
    },
    year: {
      kind: 'choice',
      label: 'Year',
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
    description: { kind: 'longtext', label: 'Description', maxLength: maxLengths.description },
  },
  filters: {
    faculty: {
      kind: 'choice',
      label: 'Faculty',
      field: 'faculty',
      options: [
        ...toFilterOptions(['Math', 'Engineering', 'Science']),
        {
          value: 'Social Sciences',
          label: 'Social Sciences',
          matches: ['Social Science', 'Social Sciences'],
        },
        {
          value: 'Health Sciences',
          label: 'Health Sciences',
          matches: ['Health Science', 'Health Sciences'],
        },
        ...toFilterOptions(['Humanities', 'Business', 'Arts & Science']),
      ],
    },
    condition: {
      kind: 'choice',
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
    course: { kind: 'code', label: 'Course code', field: 'course_code', placeholder: 'MATH 135' },
  },
  priceSlider: { kind: 'fixed', max: 200, maxLabel: '200+' },
  lifetime: { days: 120 },
  soldLabels: { default: 'Sold' },
  similarBy: ['course', 'faculty'],
  search: {
    fields: ['book_title', 'author', 'course_code'],
    placeholder: 'Search title, author or course code',
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
