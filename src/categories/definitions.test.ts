import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import type { ChoiceValue, Field } from './field-kinds.ts'
import { inputSchema } from './field-schemas.ts'
import { isPeriodFilter } from './filter-kinds.ts'
import {
  describeFact,
  householdFacts,
  householdFields,
  householdTexts,
  splitHousehold,
} from './household.ts'
import type { AnyCategory } from './index.ts'
import { categories, categoryById, publicCategories, tabsOf } from './index.ts'
import { hyphenatedName } from './listing-values.ts'

stayOnBuiltInCampus()

const { rental, wanted, textbook, misc } = categoryById
const all: readonly AnyCategory[] = categories

describe.each(all)('definition of $id', (definition) => {
  const { id, path, fields, filters, apiNames, search, priceUnit, period } = definition
  const { derived = {}, copies, freeWhen } = definition
  const names = Object.keys(fields)

  it('has an id and a path of lower-case letters, as search terms and URLs need', () => {
    expect(id).toMatch(/^[a-z]+$/)
    expect(path).toMatch(/^[a-z]+$/)
  })

  it('has a required title and a required price under their API names', () => {
    expect(fields[apiNames.title]).toMatchObject({ kind: 'text', required: true, maxLength: 120 })
    expect(fields[apiNames.price]).toMatchObject({ kind: 'money', required: true, max: 1_000_000 })
    expect(fields.description).toMatchObject({ kind: 'longtext', maxLength: 5000 })
  })

  /** The names that a response has besides those of the fields. */
  const addedNames = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'codes') return [field.firstCodeName]
    return field.kind === 'isbn' ? [hyphenatedName(name)] : []
  })

  it('does not use the reserved names of fields and parameters', () => {
    const reserved = ['id', 'photos', 'photo_info', 'seller', 'status', 'ends_at', 'renewed_at']
    const responseNames = [...names, ...addedNames, ...Object.keys(derived)]
    for (const name of [...reserved, apiNames.date]) expect(responseNames).not.toContain(name)
    expect(new Set(responseNames).size).toBe(responseNames.length)
    for (const name of ['limit', 'order', 'cursor', 'q', 'max_price', 'min_price']) {
      expect(Object.keys(filters)).not.toContain(name)
    }
  })

  it('uses names that are safe in SQL and in a URL', () => {
    for (const name of [...names, ...Object.keys(filters)]) expect(name).toMatch(/^[a-z_]+$/)
    if (copies) expect(copies.segment).toMatch(/^[a-z]+$/)
  })

  it('has a form whose steps begin at its fields, in their order', () => {
    const starts = definition.formSteps.map(({ first }) => names.indexOf(first))
    expect(starts[0]).toBe(0)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(new Set(starts).size).toBe(starts.length)
  })

  it('refers only to fields of the right kind', () => {
    for (const field of Object.values(fields)) {
      if (field.kind === 'number' && field.requiredWhen) {
        expect(fields[field.requiredWhen.field]?.kind).toBe('checkbox')
      }
    }
    for (const filter of Object.values(filters)) {
      if (isPeriodFilter(filter)) {
        expect(period).toBeDefined()
        continue
      }
      const kind = fields[filter.field]?.kind
      if (filter.kind === 'contains') expect(kind).toBe('list')
      if (filter.kind === 'checked') expect(kind).toBe('checkbox')
      if (filter.kind === 'search') expect(kind).toBe('text')
      if (filter.kind === 'code') expect(['text', 'codes', 'isbn']).toContain(kind)
    }
    for (const name of search.fields) {
      expect(['number', 'money', 'date']).not.toContain(fields[name]?.kind)
    }
    for (const name of [priceUnit?.field, freeWhen, period?.unknownEndWhen]) {
      if (name) expect(fields[name]?.kind).toBe('checkbox')
    }
    for (const name of [period?.from, period?.to]) if (name) expect(fields[name]?.kind).toBe('date')
  })

  it('has defaults and conditions that are values of their fields', () => {
    for (const field of Object.values(fields)) {
      if (field.kind === 'choice' && field.default) expect(field.options).toContain(field.default)
      if (field.kind === 'number' && field.default !== undefined) {
        expect(field.default).toBeGreaterThanOrEqual(field.min)
        expect(field.default).toBeLessThanOrEqual(field.max)
      }
    }
    const { wantedWhen, soldLabels } = definition
    for (const condition of [wantedWhen, soldLabels.when]) {
      if (condition && condition !== 'always') expectValues(condition.field, condition.value)
    }
    for (const { shownWhen } of Object.values(fields)) {
      if (shownWhen) expectValues(shownWhen.field, ...shownWhen.values)
    }
  })

  function expectValues(name: string, ...values: ChoiceValue[]) {
    const field = fields[name]
    if (field?.kind === 'checkbox')
      return expect([true, false]).toEqual(expect.arrayContaining(values))
    expect(field?.kind === 'choice' && field.options).toEqual(expect.arrayContaining(values))
  }

  it('has a filter option for every form option', () => {
    for (const filter of Object.values(filters)) {
      if (isPeriodFilter(filter) || !('options' in filter)) continue
      const field = fields[filter.field]
      if (field?.kind !== 'choice') continue
      expect(filter.options.flatMap(({ matches }) => matches)).toEqual(
        expect.arrayContaining([...field.options]),
      )
    }
  })
})

describe('who lives there', () => {
  const names = Object.keys(householdFields)

  it('is said by rentals and housing requests alone, is optional, and is neither found nor filtered', () => {
    expect(all.filter((each) => splitHousehold(each).household.length > 0)).toEqual([
      rental,
      wanted,
    ])
    for (const { fields, filters, search, derived = {}, household, nudgedFields } of [
      rental,
      wanted,
    ] as AnyCategory[]) {
      expect(household).toBeDefined()
      expect(fields).toMatchObject(householdFields)
      // With a detailLabel, the list of details would show it.
      for (const name of names) {
        expect(fields[name]?.required ?? fields[name]?.detailLabel, name).toBeUndefined()
      }
      const found = [
        ...search.fields,
        ...Object.values(filters).map((filter) => ('field' in filter ? filter.field : '')),
      ]
      expect(found.filter((name) => names.includes(name))).toEqual([])
      // What is derived is found and filtered too.
      const values = { is_shared: true, num_beds: 2, housemates: 3, kitchen: ['Halal'] }
      for (const derive of Object.values(derived)) {
        expect(derive(values)).toEqual(derive({ ...values, housemates: null, kitchen: [] }))
      }
      expect(nudgedFields).toEqual(['title', 'description', ...householdTexts])
    }
    const texts = Object.entries<Field>(householdFields).filter(([, { kind }]) => kind === 'text')
    expect(texts.map(([name]) => name)).toEqual([...householdTexts])
  })

  it('is shown with the words of the student, and without what nobody has said', () => {
    const facts = householdFacts({
      housemates: 0,
      studies: 'Math, first year',
      atmosphere: 'Quiet',
      atmosphere_words: 'Before exams',
      pets: null,
      pets_words: 'One old cat',
      kitchen: ['Halal', 'Shared'],
      languages: '',
    })
    expect(facts.map((fact) => `${fact.label}: ${describeFact(fact)}`)).toEqual([
      'Housemates: 0',
      'Studies and year: Math, first year',
      'Atmosphere: Quiet · Before exams',
      'Pets: One old cat',
      'Cooking: Halal, Shared',
    ])
    expect(facts.map((fact) => describeFact(fact, true))).toEqual([
      ...['0', 'Math, first year', 'quiet · Before exams', 'One old cat', 'halal, shared'],
    ])
    expect(householdFacts({})).toEqual([])
  })
})

const fieldLabels = ({ fields }: AnyCategory) =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))

const requiredFields = ({ fields }: AnyCategory) =>
  Object.entries(fields).flatMap(([name, { required }]) => (required ? [name] : []))

const optionLabels = (filter: { options: readonly { label: string }[] }) =>
  filter.options.map(({ label }) => label)

describe('housing requests', () => {
  it('are for confirmed students, without photos, and end with the first day', () => {
    expect(wanted).toMatchObject({
      audience: 'confirmed',
      photos: 'none',
      wantedWhen: 'always',
      period: { from: 'move_in', to: 'move_out' },
      lifetime: { lastDay: 'move_in', endsNoLater: true },
    })
    expect(requiredFields(wanted).sort()).toEqual(
      ['title', 'move_in', 'budget', 'place', 'description'].sort(),
    )
    expect(inputSchema(wanted.fields.budget).safeParse(0).success).toBe(false)
    expect(inputSchema(wanted.fields.budget).safeParse(1).success).toBe(true)
    expect(Object.keys(wanted.filters)).toEqual([
      ...['term', 'from', 'to', 'place', 'people'],
      'location',
    ])
    expect(wanted.filters.location).toMatchObject({ kind: 'search', field: 'area' })
    expect(wanted.filters.people.options.flatMap(({ matches }) => matches)).toEqual(
      Array.from({ length: wanted.fields.people.max }, (_, index) => index + 1),
    )
  })

  it('and no other category are kept from everyone else', () => {
    expect(publicCategories.map(({ id }) => id)).toEqual(['rental', 'textbook', 'misc'])
    const tabs = [
      { id: 'rental', label: 'Places' },
      { id: 'wanted', label: 'Wanted' },
    ]
    expect([tabsOf(rental), tabsOf(wanted), tabsOf(misc)]).toEqual([tabs, tabs, []])
  })
})

describe('rentals', () => {
  it('have these paths, API names and labels', () => {
    expect(rental.path).toBe('rentals')
    expect(rental.apiNames).toEqual({ title: 'title', price: 'cost', date: 'post_date' })
    expect(rental.labels).toMatchObject({
      menu: 'Rentals',
      badge: 'Rental',
      dashboard: 'Rentals',
      add: 'Add rental',
      edit: 'Edit rental',
      emptyList: 'No rental listings.',
    })
  })

  it('have these fields', () => {
    expect(fieldLabels(rental)).toMatchObject({
      title: 'Title',
      house_type: 'House type',
      address: 'Address',
      cost: 'Cost',
      date_available: 'Date available',
      description: 'Description',
      num_beds: 'Number of bedrooms',
    })
    expect(requiredFields(rental).sort()).toEqual(
      ['title', 'address', 'cost', 'date_available', 'house_type', 'description'].sort(),
    )
    expect(rental.fields.num_beds.requiredWhen).toEqual({
      field: 'is_shared',
      label: 'Number of other rooms in the house',
      detailLabel: '',
    })
    expect(rental.fields.house_type.options).toEqual(['Apartment', 'House', 'Bedroom', 'Basement'])
    expect(rental.fields.has_cooking.detailLabel).toBe('Kitchen')
    expect(rental.fields.amenities.options).toEqual(
      expect.arrayContaining(['Furnished', 'Pet friendly']),
    )
    expect(Object.keys(rental.fields).sort()).toEqual(
      [
        ...['title', 'house_type', 'address', 'cost', 'is_cost_per_room', 'num_beds'],
        ...['date_available', 'description', 'amenities', 'is_utilities_included', 'is_sublet'],
        ...['has_laundry', 'has_cooking', 'has_parking', 'no_smoking', 'is_shared'],
        ...['people_in_bedroom', 'available_to', 'landlord_consent', 'minutes', 'deposit'],
        ...Object.keys(householdFields),
      ].sort(),
    )
  })

  it('have filters for bedrooms, furnished, pets, location and sublet or lease', () => {
    const { beds, furnished, pets, location, type } = rental.filters
    expect(optionLabels(beds)).toEqual(['1', '2', '3', '4', '5'])
    expect(beds.options.map(({ chipLabel }) => chipLabel).slice(0, 2)).toEqual([
      '1 bedroom',
      '2 bedrooms',
    ])
    expect(furnished).toMatchObject({ label: 'Furnished', field: 'amenities', text: 'furnish' })
    expect(pets).toMatchObject({ label: 'Pet friendly', field: 'amenities', text: 'pet' })
    expect(location).toMatchObject({ kind: 'search', field: 'address' })
    expect(type.options.map(({ value }) => value)).toEqual(['sublet', 'lease'])
    expect(rental.priceSlider).toEqual({ kind: 'highest-listed', max: 2000 })
    expect(rental.search.fields).toEqual(
      expect.arrayContaining(['title', 'description', 'address', 'amenities', 'house_type']),
    )
  })

  it('have filters for terms, periods, lengths, the home and several house types', () => {
    const { term, from, to, months, bedrooms, place, house_type } = rental.filters
    expect([term, from, to].map(({ kind }) => kind)).toEqual(['term', 'from', 'to'])
    expect(months.options).toEqual([4, 8, 12])
    expect(optionLabels(bedrooms)).toEqual(['1', '2', '3', '4', '5+'])
    expect(place.options.map(({ value }) => value)).toEqual(['room', 'whole'])
    expect(house_type.kind).toBe('choices')
    expect(rental.hiddenFilters).toEqual(['beds', 'own_bedrooms'])
  })

  it('have an end that is optional, later than their beginning by 24 months at most', () => {
    expect(rental.period).toEqual({
      from: 'date_available',
      to: 'available_to',
      maxMonths: 24,
      unknownEndWhen: 'is_sublet',
    })
    expect(rental.fields.people_in_bedroom).toMatchObject({ min: 1, max: 6, default: 1 })
    expect(rental.fields.landlord_consent.options).toEqual(['Yes', 'Asked', 'Not yet'])
  })

  it('offer amenities that match their filters', () => {
    const amenitiesWith = (text: string) =>
      rental.fields.amenities.options.filter((option) => option.toLowerCase().includes(text))
    expect(amenitiesWith(rental.filters.furnished.text)).toEqual(['Furnished'])
    expect(amenitiesWith(rental.filters.pets.text)).toEqual(['Pet friendly'])
  })

  it('have these messages', () => {
    expect(rental.messages).toEqual({
      missingId: 'No rental id provided.',
      notFound: 'House not found.',
      loadFailed: 'Failed to load house.',
      loadNetworkError: 'Failed to fetch rental data.',
      saveFailed: 'Failed to submit rental.',
      saveNetworkError: 'Failed to submit rental.',
      inquirySubject: 'Inquiry about rental',
    })
  })

  it('have these card texts and price units', () => {
    const { fields, priceUnit } = rental
    expect(priceUnit).toEqual({
      field: 'is_cost_per_room',
      yes: '/month per room',
      no: '/month for the place',
      unsaid: '/month',
      card: { yes: '/room per month', no: '/place per month', unsaid: '/month' },
    })
    expect(fields.is_utilities_included.cardText).toEqual({
      yes: 'Utilities included',
      no: 'Utilities extra',
    })
    expect(fields.is_sublet.cardText).toEqual({ yes: 'Sublet', no: 'Lease' })
    expect(fields.is_shared.cardText).toEqual({ yes: 'Shared', no: 'Private' })
    expect(fields.has_laundry.cardText).toEqual({ yes: 'Laundry' })
    expect(fields.has_cooking.cardText).toEqual({ yes: 'Cooking' })
    expect(fields.has_parking.cardText).toEqual({ yes: 'Parking' })
    expect(fields.no_smoking.cardText).toEqual({ yes: 'No smoking' })
  })
})

describe('textbooks', () => {
  it('have these paths, API names and labels', () => {
    expect(textbook.path).toBe('textbooks')
    expect(textbook.apiNames).toEqual({ title: 'book_title', price: 'price', date: 'date_posted' })
    expect(textbook.labels).toMatchObject({
      menu: 'Textbooks',
      badge: 'Textbook',
      dashboard: 'Textbooks',
      add: 'Add textbook',
      edit: 'Edit textbook',
      emptyList: 'No textbook listings.',
    })
  })

  it('have these fields', () => {
    expect(fieldLabels(textbook)).toEqual({
      book_title: 'Book title',
      author: 'Author',
      edition: 'Edition',
      year: 'Year',
      faculty: 'Faculty',
      price: 'Price',
      condition: 'Condition',
      listing_type: 'Listing type',
      isbn: 'ISBN',
      course_codes: 'Course code',
      new_price: 'Price of a new copy',
      description: 'Description',
    })
    expect(textbook.fields.course_codes).toMatchObject({
      firstCodeName: 'course_code',
      maxItems: 5,
    })
    expect(requiredFields(textbook).sort()).toEqual(
      ['book_title', 'price', 'author', 'condition', 'faculty', 'year'].sort(),
    )
    expect(textbook.fields.faculty.options).toEqual([
      ...['Math', 'Engineering', 'Science', 'Social Science'],
      ...['Health Science', 'Humanities', 'Business', 'Arts & Science'],
    ])
    expect(textbook.fields.year.options).toEqual([1, 2, 3, 4])
    expect(textbook.fields.condition.options).toEqual(['New', 'Like New', 'Used', 'Worn'])
  })

  it('have filters for faculty, condition, year and course', () => {
    const { faculty, condition, year, course } = textbook.filters
    expect(optionLabels(faculty)).toEqual([
      ...['Math', 'Engineering', 'Science', 'Social Sciences'],
      ...['Health Sciences', 'Humanities', 'Business', 'Arts & Science'],
    ])
    expect(optionLabels(condition)).toEqual(['New', 'Like New', 'Used', 'Worn'])
    expect(optionLabels(year)).toEqual(['1', '2', '3', '4'])
    expect(course).toMatchObject({ kind: 'code', field: 'course_codes' })
    expect(textbook.priceSlider).toEqual({ kind: 'fixed', max: 200 })
    expect(textbook.search.fields).toEqual(['book_title', 'author', 'course_codes', 'isbn'])
  })

  it('have these messages', () => {
    expect(textbook.messages).toEqual({
      missingId: 'Textbook not found',
      notFound: 'Textbook not found',
      loadFailed: 'Textbook not found',
      loadNetworkError: 'Failed to fetch textbook data.',
      saveFailed: 'Failed to create textbook listing.',
      saveNetworkError: 'Network error while creating textbook.',
      inquirySubject: 'Inquiry about textbook',
    })
  })
})

describe('misc items', () => {
  it('have these paths, API names and labels', () => {
    expect(misc.path).toBe('misc')
    expect(misc.apiNames).toEqual({ title: 'title', price: 'price', date: 'date_posted' })
    expect(misc.labels).toMatchObject({
      menu: 'Extras',
      badge: 'Misc',
      dashboard: 'Miscellaneous',
      emptyList: 'No miscellaneous listings.',
    })
  })

  it('have these fields', () => {
    expect(fieldLabels(misc)).toEqual({
      event_date: 'Event date',
      is_free: 'Free',
      title: 'Title',
      price: 'Price',
      listing_type: 'Listing type',
      category: 'Category',
      condition: 'Condition',
      description: 'Description',
    })
    expect(requiredFields(misc).sort()).toEqual(
      ['title', 'price', 'description', 'listing_type'].sort(),
    )
    expect(misc.fields.category.options).toEqual([
      ...['Bikes', 'Furniture', 'Electronics', 'Kitchen', 'Tickets', 'Events'],
      ...['Clothing', 'Music', 'Other'],
    ])
    expect(misc.fields.condition.options).toEqual(textbook.fields.condition.options)
  })

  it('have filters for the listing type and the category', () => {
    expect(optionLabels(misc.filters.listing_type)).toEqual(['Selling', 'Wanting'])
    expect(optionLabels(misc.filters.category)).toEqual([...misc.fields.category.options])
    expect(misc.priceSlider).toEqual({ kind: 'highest-listed', max: 1000 })
    expect(misc.search.fields).toEqual(['title', 'description', 'category'])
  })

  it('have these messages', () => {
    expect(misc.messages).toMatchObject({
      missingId: 'No item id provided.',
      notFound: 'Item not found.',
      loadFailed: 'Failed to load item.',
      loadNetworkError: 'Failed to fetch item data.',
      inquirySubject: 'Inquiry about item',
    })
  })
})
