import { defineCategory, optionsFor } from '../define-category.ts'
import { itemConditions } from '../item-conditions.ts'
import { highestPrice, lengths } from '../limits.ts'

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
    none: 'No miscellaneous listings.',
    shortcuts: ['Concert tickets', 'Frosh events', 'Other stuff'],
  },
  wire: { title: 'title', price: 'price', date: 'date_posted' },
  fields: {
    title: { kind: 'text', label: 'Title', required: true, maxLength: lengths.title },
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      required: true,
      options: ['Selling', 'Wanting'],
      detail: 'Listing type',
    },
    price: { kind: 'money', label: 'Price', required: true, max: highestPrice },
    category: {
      kind: 'choice',
      label: 'Category',
      options: ['Tickets', 'Events', 'Furniture', 'Electronics', 'Clothing', 'Other'],
      detail: 'Category',
    },
    condition: {
      kind: 'choice',
      label: 'Condition',
      options: itemConditions,
      detail: 'Condition',
    },
    description: {
      kind: 'longtext',
      label: 'Description',
      required: true,
      maxLength: lengths.description,
    },
  },
  filters: {
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      field: 'listing_type',
      options: optionsFor(['Selling', 'Wanting']),
    },
  },
  priceSlider: { to: 'highest', max: 1000 },
  search: { reads: ['title', 'description'], placeholder: 'Search title or description' },
  messages: {
    noId: 'No item id provided.',
    notFound: 'Item not found.',
    loadFailed: 'Failed to load item.',
    fetchFailed: 'Failed to fetch item data.',
    saveFailed: 'Failed to submit item.',
    saveUnreachable: 'Failed to submit item.',
    inquiry: 'Inquiry about item',
  },
})
