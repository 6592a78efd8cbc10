import { categories } from '#categories/index.ts'
import { reportReasonLabels, reportReasons } from '#contract/report-reasons.ts'

interface QueueFilter {
  label: string
  /** The label of the option that does not filter. */
  all: string
  options: readonly { value: string; label: string }[]
}

/** The filters by the name of their parameter. The first order is the default, which is left out of the URL. */
export const queueFilters: Record<string, QueueFilter> = {
  kind: {
    label: 'Case',
    all: 'All cases',
    options: [
      { value: 'listing', label: 'Listings' },
      { value: 'student', label: 'Students' },
      { value: 'appeal', label: 'Appeals' },
      { value: 'signal', label: 'Disputed signals' },
    ],
  },
  category: {
    label: 'Category',
    all: 'All categories',
    options: categories.map(({ id, labels }) => ({ value: id, label: labels.menu })),
  },
  reason: {
    label: 'Reason',
    all: 'All reasons',
    options: reportReasons.map((value) => ({ value, label: reportReasonLabels[value] })),
  },
  hidden: {
    label: 'Status',
    all: 'Hidden or not',
    options: [{ value: 'true', label: 'Hidden only' }],
  },
  order: {
    label: 'Order',
    all: 'Most urgent first',
    options: [
      { value: 'oldest', label: 'Oldest first' },
      { value: 'heaviest', label: 'Heaviest first' },
    ],
  },
}

/** Reads the valid filters of a URL. Their order is always the same, so that equal filters have equal query keys. */
export function parseQueueFilters(parameters: URLSearchParams): URLSearchParams {
  const filters = new URLSearchParams()
  for (const [name, { options }] of Object.entries(queueFilters)) {
    const value = parameters.get(name)
    if (options.some((option) => option.value === value)) filters.set(name, value ?? '')
  }
  return filters
}

/** Whether the filters may leave out waiting cases. An order leaves nothing out. */
export const hasQueueFilters = (filters: URLSearchParams): boolean =>
  [...filters.keys()].some((name) => name !== 'order')
