import { defineCategory } from '../define-category.ts'
import { toFilterOptions, underPrice } from '../filter-kinds.ts'
import { householdFields, householdTexts } from '../household.ts'
import { maxLengths, maxPrice } from '../limits.ts'

/** The most people who look for a place together. */
export const maxPeople = 10

/** The options of the form. "Either" is found by both options of the filter. */
export const wantedPlaces = ['Room', 'Whole place', 'Either'] as const

export const wanted = defineCategory({
  id: 'wanted',
  path: 'wanted',
  audience: 'confirmed',
  seeks: { category: 'rental', tabs: { offered: 'Places', wanted: 'Wanted' } },
  labels: {
    singular: 'housing request',
    plural: 'housing requests',
    menu: 'Housing requests',
    summary: 'Say what you need, and see which places fit',
    sell: 'Looking for a place',
    badge: 'Wanting',
    dashboard: 'Looking for a place',
    add: 'Look for a place',
    edit: 'Edit your request',
    emptyList: 'No housing requests.',
    limit: 'Up to',
    shortcuts: [],
  },
  apiNames: { title: 'title', price: 'budget', date: 'date_posted' },
  priceUnit: { unsaid: '/month' },
  photos: 'none',
  fields: {
    title: {
      kind: 'text',
      label: 'Title',
      required: true,
      maxLength: maxLengths.title,
      placeholder: 'Quiet student looking for a room',
    },
    move_in: {
      kind: 'date',
      label: 'From',
      required: true,
      help: 'Your request ends after this date.',
      detailLabel: 'From',
    },
    move_out: { kind: 'date', label: 'Until', detailLabel: 'Until' },
    budget: {
      kind: 'money',
      label: 'Up to',
      required: true,
      // Nothing fits a limit of 0.
      min: 1,
      max: maxPrice,
      help: 'Per month, for all of you',
    },
    people: {
      kind: 'number',
      label: 'People',
      help: 'How many people are moving in',
      min: 1,
      max: maxPeople,
      default: 1,
      detailLabel: 'People',
    },
    place: {
      kind: 'choice',
      label: 'Room or whole place',
      required: true,
      options: wantedPlaces,
      detailLabel: 'Room or whole place',
    },
    area: {
      kind: 'text',
      label: 'Where',
      maxLength: maxLengths.address,
      placeholder: 'Campus or neighbourhood',
      detailLabel: 'Where',
    },
    near: { kind: 'near', label: 'Longest trip to campus', detailLabel: 'Longest trip to campus' },
    description: {
      kind: 'longtext',
      label: 'About you',
      required: true,
      maxLength: maxLengths.description,
    },
    ...householdFields,
  },
  formSteps: [
    { first: 'title', title: 'What you need' },
    { first: 'place', title: 'The place' },
    { first: 'description', title: 'You' },
  ],
  period: { from: 'move_in', to: 'move_out', maxMonths: 24 },
  wantedWhen: 'always',
  household: { form: 'How you live', page: 'About this student', about: 'how you live at home' },
  filters: {
    term: { kind: 'term', label: 'Term' },
    from: { kind: 'from', label: 'From' },
    to: { kind: 'to', label: 'Until' },
    place: {
      kind: 'choice',
      label: 'Room or whole place',
      field: 'place',
      options: [
        { value: 'room', label: 'Room', matches: ['Room', 'Either'] },
        { value: 'whole', label: 'Whole place', matches: ['Whole place', 'Either'] },
      ],
    },
    people: {
      kind: 'choice',
      label: 'People',
      field: 'people',
      options: [
        ...toFilterOptions([1, 2, 3, 4]).map((option) => ({
          ...option,
          chipLabel: option.value === '1' ? '1 person' : `${option.value} people`,
        })),
        {
          value: '5',
          label: '5+',
          chipLabel: '5 or more people',
          matches: Array.from({ length: maxPeople - 4 }, (_, index) => 5 + index),
        },
      ],
    },
    location: {
      kind: 'search',
      label: 'Where',
      field: 'area',
      placeholder: 'Campus or neighbourhood',
    },
  },
  quickFilters: [
    { nextTerms: 2, parameter: 'term' },
    { label: 'Room', parameters: { place: 'room' } },
    { label: 'Whole place', parameters: { place: 'whole' } },
    underPrice(800),
  ],
  priceSlider: { kind: 'highest-listed', max: 2000 },
  lifetime: { days: 60, lastDay: 'move_in', endsNoLater: true },
  soldLabels: { default: 'Found' },
  nudgedFields: ['title', 'description', ...householdTexts],
  questions: ['When could I see it?'],
  similarBy: ['place'],
  search: {
    fields: ['title', 'description', 'area', 'place'],
    placeholder: 'Search a neighbourhood or a word…',
  },
  messages: {
    missingId: 'No request id provided.',
    notFound: 'Request not found.',
    loadFailed: 'Failed to load the request.',
    loadNetworkError: 'Failed to fetch the request.',
    saveFailed: 'Failed to submit the request.',
    saveNetworkError: 'Failed to submit the request.',
    inquirySubject: 'About your housing request',
  },
})
