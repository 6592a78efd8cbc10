import { campus } from '#campus/campus.ts'
import { defineCategory } from '../define-category.ts'
import { toFilterOptions, underPrice } from '../filter-kinds.ts'
import { itemConditions } from '../item-conditions.ts'
import { maxLengths, maxPrice } from '../limits.ts'
import { listingTypes } from '../listing-types.ts'

/** The shortcuts for those kinds of items that the campus has. */
const kindShortcuts = [
  { label: 'Concert tickets', parameters: { category: 'Tickets' } },
  { label: 'Campus events', parameters: { category: 'Events' } },
]

export const misc = defineCategory({
  id: 'misc',
  path: 'misc',
  labels: {
    singular: 'item',
    plural: 'items',
    menu: 'Extras',
    summary: 'Bikes, furniture, electronics, tickets and more',
    sell: 'An item',
    badge: 'Misc',
    dashboard: 'Miscellaneous',
    add: 'Add item',
    edit: 'Edit item',
    emptyList: 'No miscellaneous listings.',
    get shortcuts() {
      return [
        ...kindShortcuts.filter(({ parameters }) => campus.itemKinds.includes(parameters.category)),
        { label: 'Other stuff' },
      ]
    },
  },
  apiNames: { title: 'title', price: 'price', date: 'date_posted' },
  fields: {
    title: { kind: 'text', label: 'Title', required: true, maxLength: maxLengths.title },
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      required: true,
      options: listingTypes,
      default: 'Selling',
      detailLabel: 'Listing type',
    },
    price: { kind: 'money', label: 'Price', required: true, max: maxPrice },
    is_free: { kind: 'checkbox', label: 'Free', formStart: false },
    category: {
      kind: 'choice',
      label: 'Category',
      get options() {
        return campus.itemKinds
      },
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
      help: 'Your listing ends after this date',
      detailLabel: 'Event date',
      shownWhen: { field: 'category', values: ['Tickets', 'Events'] },
    },
    description: {
      kind: 'longtext',
      label: 'Description',
      required: true,
      maxLength: maxLengths.description,
    },
  },
  formSteps: [
    { first: 'title', title: 'The item' },
    {
      first: 'category',
      title: 'Details',
      help: 'Buyers filter by these. Fill in what you can.',
    },
  ],
  freeWhen: 'is_free',
  wantedWhen: { field: 'listing_type', value: 'Wanting' },
  filters: {
    listing_type: {
      kind: 'choice',
      label: 'Listing type',
      field: 'listing_type',
      options: toFilterOptions(listingTypes),
    },
    category: {
      kind: 'choices',
      label: 'Category',
      field: 'category',
      get options() {
        return toFilterOptions(campus.itemKinds)
      },
    },
  },
  get quickFilters() {
    const kinds = campus.itemKinds.slice(0, 4)
    return [
      ...kinds.map((kind) => ({ label: kind, parameters: { category: kind } })),
      underPrice(50),
    ]
  },
  priceSlider: { kind: 'highest-listed', max: 1000 },
  lifetime: { days: 30, lastDay: 'event_date' },
  soldLabels: {
    default: 'Sold',
    when: { field: 'listing_type', value: 'Wanting', label: 'Found' },
  },
  questions: ['When could I see it?'],
  similarBy: ['category', 'listing_type'],
  search: {
    fields: ['title', 'description', 'category'],
    placeholder: 'Search desk, bike, concert…',
    words: ['extra', 'misc', 'miscellaneous', 'item', 'stuff'],
  },
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
