import { defineCategory, toFilterOptions } from '../define-category.ts'
import { itemConditions } from '../item-conditions.ts'
import { maxLengths, maxPrice } from '../limits.ts'

export const misc = defineCategory({
  id: 'misc',
  path: 'misc',
  labels: {
    singular: 'item',
    plural: 'items',
    menu: 'Extras',
    badge: 'Misc',
    dashboard: 'Miscellaneous',
    add: 'Add item',
    edit: 'Edit item',
    emptyList: 'No miscellaneous listings.',
    shortcuts: ['Concert tickets', 'Frosh events', 'Other stuff'],
  },
  apiNames: { title: 'title', price: 'price', date: 'date_posted' },
  fields: {
    title: { kind: 'text', label: 'Title', required: true, maxLength: maxLengths.title },
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      required: true,
      options: ['Selling', 'Wanting'],
      detailLabel: 'Listing type',
    },
    price: { kind: 'money', label: 'Price', required: true, max: maxPrice },
    category: {
      kind: 'choice',
      label: 'Category',
      options: ['Tickets', 'Events', 'Furniture', 'Electronics', 'Clothing', 'Other'],
      detailLabel: 'Category',
    },
    condition: {
      kind: 'choice',
      label: 'Condition',
      options: itemConditions,
      detailLabel: 'Condition',
    },
    event_date: {
      kind: 'date',
      label: 'Event date',
      help: 'For tickets and events: the listing ends with that day',
      detailLabel: 'Event date',
    },
    description: {
      kind: 'longtext',
      label: 'Description',
      required: true,
      maxLength: maxLengths.description,
    },
  },
  filters: {
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      field: 'listing_type',
      options: toFilterOptions(['Selling', 'Wanting']),
    },
  },
  priceSlider: { kind: 'highest-listed', max: 1000 },
  lifetime: { days: 30, lastDay: 'event_date' },
  soldLabels: {
    default: 'Sold',
    when: { field: 'listing_type', value: 'Wanting', label: 'Found' },
  },
  similarBy: ['listing_type'],
  search: { fields: ['title', 'description'], placeholder: 'Search title or description' },
  messages: {
    missingId: 'No item id provided.',
    notFound: 'Item not found.',
    loadFailed: 'Failed to load item.',
    loadNetworkError: 'Failed to fetch item data.',
    saveFailed: 'Failed to submit item.',
    saveNetworkError: 'Failed to submit item.',
    inquirySubject: 'Inquiry about item',
  },
})
