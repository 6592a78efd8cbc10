import { describe, expect, it } from 'vitest'
import type { AnyCategory } from './index.ts'
import { categories, categoryById } from './index.ts'

const { rental, textbook, misc } = categoryById
const all: readonly AnyCategory[] = categories

describe.each(all)('the definition of $id', ({ fields, filters, wire, search, priceUnit }) => {
  const names = Object.keys(fields)

  it('has a required title and a required price under its wire names', () => {
    expect(fields[wire.title]).toMatchObject({ kind: 'text', required: true, maxLength: 120 })
    expect(fields[wire.price]).toMatchObject({ kind: 'money', required: true, max: 1_000_000 })
    expect(fields.description).toMatchObject({ kind: 'longtext', maxLength: 5000 })
  })

  it('keeps its names free for what every listing has', () => {
    for (const taken of ['id', 'photos', 'photo_info', 'seller', wire.date]) {
      expect(names).not.toContain(taken)
    }
    for (const taken of ['limit', 'order', 'cursor', 'q', 'max_price', 'min_price']) {
      expect(Object.keys(filters)).not.toContain(taken)
    }
  })

  it('uses names that are safe in a query and in a URL', () => {
    for (const name of [...names, ...Object.keys(filters)]) expect(name).toMatch(/^[a-z_]+$/)
  })

  it('points only at fields of the right kind', () => {
    for (const field of Object.values(fields)) {
      if (field.kind === 'number' && field.when) {
        expect(fields[field.when.field]?.kind).toBe('checkbox')
      }
    }
    for (const filter of Object.values(filters)) {
      const kind = fields[filter.field]?.kind
      if (filter.kind === 'mention') expect(kind).toBe('list')
      if (filter.kind === 'words' || filter.kind === 'code') expect(kind).toBe('text')
    }
    for (const name of search.reads) expect(fields[name]?.kind).toMatch(/text$/)
    if (priceUnit) expect(fields[priceUnit.field]?.kind).toBe('checkbox')
  })

  it('can filter for everything that can be posted', () => {
    for (const filter of Object.values(filters)) {
      const field = fields[filter.field]
      if (filter.kind !== 'choice' || field?.kind !== 'choice') continue
      expect(filter.options.flatMap(({ finds }) => finds)).toEqual(
        expect.arrayContaining([...field.options]),
      )
    }
  })
})

const labelsOf = ({ fields }: AnyCategory) =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))

const requiredOf = ({ fields }: AnyCategory) =>
  Object.entries(fields).flatMap(([name, { required }]) => (required ? [name] : []))

const optionLabels = (filter: { options: readonly { label: string }[] }) =>
  filter.options.map(({ label }) => label)

describe('rentals', () => {
  it('go by these names', () => {
    expect(rental.path).toBe('rentals')
    expect(rental.wire).toEqual({ title: 'title', price: 'cost', date: 'post_date' })
    expect(rental.labels).toMatchObject({
      menu: 'Rentals',
      badge: 'Rental',
      dashboard: 'Rentals',
      add: 'Add rental',
      edit: 'Edit rental',
      none: 'No rental listings.',
    })
  })

  it('ask for these fields', () => {
    expect(labelsOf(rental)).toMatchObject({
      title: 'Title',
      house_type: 'House type',
      address: 'Address',
      cost: 'Cost',
      date_available: 'Date available',
      description: 'Description',
      num_beds: 'Number of bedrooms',
    })
    expect(requiredOf(rental).sort()).toEqual(
      ['title', 'address', 'cost', 'date_available', 'house_type', 'description'].sort(),
    )
    expect(rental.fields.num_beds.when).toEqual({
      field: 'is_shared',
      label: 'Number of other rooms in the house',
      detail: 'Other rooms in the house',
    })
    expect(rental.fields.house_type.options).toEqual(['Apartment', 'House', 'Bedroom', 'Basement'])
    expect(rental.fields.has_cooking.detail).toBe('Kitchen')
    expect(rental.fields.amenities.options).toEqual(
      expect.arrayContaining(['Furnished', 'Pet friendly']),
    )
    expect(Object.keys(rental.fields).sort()).toEqual(
      [
        ...['title', 'house_type', 'address', 'cost', 'is_cost_per_room', 'num_beds'],
        ...['date_available', 'description', 'amenities', 'is_utilities_included', 'is_sublet'],
        ...['has_laundry', 'has_cooking', 'has_parking', 'no_smoking', 'is_shared'],
      ].sort(),
    )
  })

  it('filter by bedrooms, furniture, pets, place and kind of contract', () => {
    const { beds, furnished, pets, location, type } = rental.filters
    expect(optionLabels(beds)).toEqual(['1', '2', '3', '4', '5'])
    expect(beds.options.map(({ chip }) => chip).slice(0, 2)).toEqual(['1 bedroom', '2 bedrooms'])
    expect(furnished).toMatchObject({ label: 'Furnished', field: 'amenities', text: 'furnish' })
    expect(pets).toMatchObject({ label: 'Pet friendly', field: 'amenities', text: 'pet' })
    expect(location).toMatchObject({ kind: 'words', field: 'address' })
    expect(type.options.map(({ value }) => value)).toEqual(['sublet', 'lease'])
    expect(rental.priceSlider).toEqual({ to: 'highest', max: 2000 })
    expect(rental.search.reads).toEqual(['title', 'description'])
  })

  it('offer amenities that their own filters find', () => {
    const mentions = (text: string) =>
      rental.fields.amenities.options.filter((option) => option.toLowerCase().includes(text))
    expect(mentions(rental.filters.furnished.text)).toEqual(['Furnished'])
    expect(mentions(rental.filters.pets.text)).toEqual(['Pet friendly'])
  })

  it('say these sentences', () => {
    expect(rental.messages).toEqual({
      noId: 'No rental id provided.',
      notFound: 'House not found.',
      loadFailed: 'Failed to load house.',
      fetchFailed: 'Failed to fetch rental data.',
      saveFailed: 'Failed to submit rental.',
      saveUnreachable: 'Failed to submit rental.',
      inquiry: 'Inquiry about rental',
    })
  })

  it('word their cards and prices', () => {
    const { fields, priceUnit } = rental
    expect(priceUnit).toEqual({ field: 'is_cost_per_room', yes: '/room', no: '/place' })
    expect(fields.is_utilities_included.card).toEqual({
      yes: 'Utilities included',
      no: 'Utilities extra',
    })
    expect(fields.is_sublet.card).toEqual({ yes: 'Sublet', no: 'Lease' })
    expect(fields.is_shared.card).toEqual({ yes: 'Shared', no: 'Private' })
    expect(fields.has_laundry.card).toEqual({ yes: 'Laundry' })
    expect(fields.has_cooking.card).toEqual({ yes: 'Cooking' })
    expect(fields.has_parking.card).toEqual({ yes: 'Parking' })
    expect(fields.no_smoking.card).toEqual({ yes: 'No smoking' })
  })
})

describe('textbooks', () => {
  it('go by these names', () => {
    expect(textbook.path).toBe('textbooks')
    expect(textbook.wire).toEqual({ title: 'book_title', price: 'price', date: 'date_posted' })
    expect(textbook.labels).toMatchObject({
      menu: 'Textbooks',
      badge: 'Textbook',
      dashboard: 'Textbooks',
      add: 'Add textbook',
      edit: 'Edit textbook',
      none: 'No textbook listings.',
    })
  })

  it('ask for these fields', () => {
    expect(labelsOf(textbook)).toEqual({
      book_title: 'Book title',
      author: 'Author',
      edition: 'Edition',
      year: 'Year',
      faculty: 'Faculty',
      price: 'Price',
      condition: 'Condition',
      course_code: 'Course code',
      description: 'Description',
    })
    expect(requiredOf(textbook).sort()).toEqual(
      ['book_title', 'price', 'author', 'condition', 'faculty', 'year'].sort(),
    )
    expect(textbook.fields.faculty.options).toEqual([
      ...['Math', 'Engineering', 'Science', 'Social Science'],
      ...['Health Science', 'Humanities', 'Business', 'Arts & Science'],
    ])
    expect(textbook.fields.year.options).toEqual([1, 2, 3, 4])
    expect(textbook.fields.condition.options).toEqual(['New', 'Like New', 'Used', 'Worn'])
  })

  it('filter by faculty in the words of the filter, condition, year and course', () => {
    const { faculty, condition, year, course } = textbook.filters
    expect(optionLabels(faculty)).toEqual([
      ...['Math', 'Engineering', 'Science', 'Social Sciences'],
      ...['Health Sciences', 'Humanities', 'Business', 'Arts & Science'],
    ])
    expect(optionLabels(condition)).toEqual(['New', 'Like New', 'Used', 'Worn'])
    expect(optionLabels(year)).toEqual(['1', '2', '3', '4'])
    expect(course).toMatchObject({ kind: 'code', field: 'course_code' })
    expect(textbook.priceSlider).toEqual({ to: 'fixed', max: 200, endLabel: '200+' })
    expect(textbook.search.reads).toEqual(['book_title', 'author', 'course_code'])
  })

  it('say these sentences', () => {
    expect(textbook.messages).toEqual({
      noId: 'Textbook not found',
      notFound: 'Textbook not found',
      loadFailed: 'Textbook not found',
      fetchFailed: 'Failed to fetch textbook data.',
      saveFailed: 'Failed to create textbook listing.',
      saveUnreachable: 'Network error while creating textbook.',
      inquiry: 'Inquiry about textbook',
    })
  })
})

describe('misc items', () => {
  it('go by these names', () => {
    expect(misc.path).toBe('misc')
    expect(misc.wire).toEqual({ title: 'title', price: 'price', date: 'date_posted' })
    expect(misc.labels).toMatchObject({
      menu: 'Extras',
      badge: 'Misc',
      dashboard: 'Miscellaneous',
      none: 'No miscellaneous listings.',
    })
  })

  it('ask for these fields', () => {
    expect(labelsOf(misc)).toEqual({
      title: 'Title',
      price: 'Price',
      listing_type: 'Listing type',
      category: 'Category',
      condition: 'Condition',
      description: 'Description',
    })
    expect(requiredOf(misc).sort()).toEqual(
      ['title', 'price', 'description', 'listing_type'].sort(),
    )
    expect(misc.fields.category.options).toEqual([
      ...['Tickets', 'Events', 'Furniture', 'Electronics', 'Clothing', 'Other'],
    ])
    expect(misc.fields.condition.options).toEqual(textbook.fields.condition.options)
  })

  it('filter by listing type', () => {
    expect(optionLabels(misc.filters.listing_type)).toEqual(['Selling', 'Wanting'])
    expect(misc.priceSlider).toEqual({ to: 'highest', max: 1000 })
    expect(misc.search.reads).toEqual(['title', 'description'])
  })

  it('say these sentences', () => {
    expect(misc.messages).toMatchObject({
      noId: 'No item id provided.',
      notFound: 'Item not found.',
      loadFailed: 'Failed to load item.',
      fetchFailed: 'Failed to fetch item data.',
      inquiry: 'Inquiry about item',
    })
  })
})
