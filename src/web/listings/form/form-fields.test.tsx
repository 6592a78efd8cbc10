import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { householdFields, householdTexts } from '#categories/household.ts'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { ApiContext, createApi } from '../../queries/api.ts'
import { Today } from '../../queries/use-today.ts'
import { FormFields } from './form-fields.tsx'
import { emptyValues, type FormValues } from './form-values.ts'

stayOnBuiltInCampus()

const { misc, rental, textbook, wanted } = categoryById
const api = createApi(async () => Response.json({}))

function Form({
  category,
  values,
  listing,
}: {
  category: AnyCategory
  values: FormValues
  listing?: Listing | undefined
}) {
  return (
    <FormProvider {...useForm<FormValues>({ defaultValues: values })}>
      <FormFields category={category} listing={listing} />
    </FormProvider>
  )
}

function renderForm(category: AnyCategory, changes: Partial<FormValues> = {}, listing?: Listing) {
  const values = { ...emptyValues(category), ...changes } as FormValues
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ApiContext value={api}>
        <Today value="2026-11-15">
          <Form category={category} values={values} listing={listing} />
        </Today>
      </ApiContext>
    </QueryClientProvider>,
  )
}

/** Returns the text of the form, with chosen pills in brackets. */
function readForm(category: AnyCategory, changes: Partial<FormValues> = {}) {
  return renderForm(category, changes)
    .replaceAll(/<input[^>]*type="radio"[^>]*checked=""[^>]*\/><span>([^<]*)/g, '[$1]')
    .replaceAll(/aria-pressed="true">([^<]*)/g, '>[$1]')
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|')
}

it('starts pairs with a value, leaves other questions open and puts them under headings', () => {
  const text = readForm(rental)
  expect(text).toContain('|Sublet or lease|Sublet|[Lease]|')
  expect(text).toContain('|Room or whole place|Room|[Whole place]|')
  expect(text).toContain('|Cost covers|One room|[The place]|')
  const open = (label: string) => `${label}|Yes|No|[Not stated]|`
  const included = ['Utilities', 'Laundry', 'Kitchen', 'Parking'].map(open).join('')
  expect(text).toContain(
    `|Included|${included}Rules|Smoking|Not allowed|Allowed|[Not stated]|Amenities| (`,
  )
  const said = readForm(rental, { has_laundry: 'true', no_smoking: 'false' })
  expect(said).toContain('|Laundry|[Yes]|No|Not stated|')
  expect(said).toContain('|Smoking|Not allowed|[Allowed]|Not stated|')
  expect(readForm(misc)).toContain('|Listing type|[Selling]|Wanting|')
  expect(readForm(misc)).toMatch(/\|Condition\|.*?\|Not stated\|/)
})

it('folds the facts about the household away, and says what they are', () => {
  const fold = /<details( open="")?>(.*)<\/details>/s
  const [, isOpen, contents = ''] = fold.exec(renderForm(rental)) ?? []
  expect(isOpen).toBeUndefined()
  expect(contents.replaceAll(/<[^>]*>|<!-- -->/g, '')).toMatch(
    /^Who lives there \(optional\)Describe the home, but don&#x27;t name anyone. Only students with a confirmed email can see this./,
  )
  const names = [...contents.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
  expect([...new Set(names)]).toEqual(Object.keys(householdFields))
  expect(renderForm(rental).replace(fold, '')).not.toMatch(/ name="(housemates|pets|kitchen)"/)
  const said = { housemates: '3', kitchen: ['Halal'], pets_words: 'One old cat' }
  expect(readForm(rental, said)).toContain(
    '|Who lives there| (optional)|Housemates: 3 · Pets: One old cat · Cooking: Halal|',
  )
  // Nothing is open but the words, inside the closed group.
  const filled = renderForm(rental, said)
  expect(filled.match(/<details open="">/g)).toHaveLength(1)
  expect(filled).toMatch(/<details open="">(?:(?!<details).)*name="pets_words"/s)
  expect(readForm(wanted)).toContain('|How you live| (optional)|Describe how you live at home,')
  expect(renderForm(misc)).not.toContain('<details')
})

it('asks for the minutes to each campus, and says when the estimate is far from the answer', () => {
  expect(readForm(rental)).toMatch(
    /\|How far is it\?\| \(optional\)\|To Waterloo on foot\|Not stated\|Under 5 min\|.*\|Over 30 min\|To Waterloo by bus\|/,
  )
  const address = '12 King St N'
  const details = { address, minutes_about: { waterloo: 24, laurier: 9 } }
  const listing = { category: 'rental', details } as unknown as Listing
  const note = 'Judging by the address, Waterloo is about 24 min walk away.'
  const renderWith = (walk: string, typed = address) => {
    const minutes = { waterloo: { walk, bus: '' }, laurier: { walk: '10', bus: '' } }
    return renderForm(rental, { address: typed, minutes }, listing)
  }
  expect(renderWith('5')).toContain(note)
  expect(renderWith('5')).not.toContain('Judging by the address, Laurier')
  expect(renderWith('20')).not.toContain('Judging by')
  expect(renderWith('5', '400 Queen St')).not.toContain('Judging by')
})

it('asks of a lease for no end', () => {
  const text = readForm(rental)
  for (const label of ['Until', 'Landlord agrees', 'Winter 2027', 'People in the bedroom']) {
    expect(text).not.toContain(label)
  }
})

it('offers the terms with the end, and shows the one that the days are', () => {
  const winter = { date_available: '2027-01-01', available_to: '2027-04-30' }
  expect(readForm(rental, { is_sublet: true })).toContain('|Winter 2027|Spring 2027|Fall 2027|')
  expect(readForm(rental, { is_sublet: true, ...winter })).toContain('|[Winter 2027]|Spring 2027|')
  // The chips stay visible for a lease that has the dates of a term.
  expect(readForm(rental, winter)).toContain('|[Winter 2027]|')
})

it('says what follows from the values', () => {
  expect(readForm(rental, { is_shared: true, num_beds: '2' })).toContain(
    '|2 other rooms · 3-bedroom home|',
  )
  expect(readForm(rental, { is_shared: true })).toContain('|Bedrooms, not counting this one|')
  expect(readForm(rental)).not.toContain('without this one')
  expect(readForm(rental, { is_sublet: true })).toContain(
    '|Add an end date so it shows up in term searches.|',
  )
  const past = '|This day has passed, so your listing will say “Available now”.|'
  expect(readForm(rental, { date_available: '2026-11-14' })).toContain(past)
  expect(readForm(rental, { date_available: '2026-11-15' })).not.toContain(past)
})

it('points out the day of an event, or the end of a period, that has passed', () => {
  const past = '|This date has passed. Choose today or later.|'
  const ticket = { category: 'Tickets' }
  expect(readForm(misc, { ...ticket, event_date: '2026-11-14' })).toContain(past)
  expect(readForm(misc, { ...ticket, event_date: '2026-11-15' })).not.toContain(past)
  expect(readForm(rental, { is_sublet: true, available_to: '2026-11-14' })).toContain(past)
  expect(readForm(rental, { is_sublet: true, available_to: '2026-11-15' })).not.toContain(past)
})

it('asks for an event date where there is an event', () => {
  expect(readForm(misc)).not.toContain('Event date')
  expect(readForm(misc, { category: 'Tickets' })).toContain('|Event date|')
})

it('has a place for nudges before there are any, so that they are announced', () => {
  const html = renderForm(rental)
  const notes = [
    ...html.matchAll(/id="([^"]+-note)" class="field-note" aria-live="polite"><\/div>/g),
  ]
  // The price has one, too: what similar things went for.
  expect(notes).toHaveLength(3 + householdTexts.length)
  for (const [, id] of notes) expect(html).toMatch(new RegExp(`aria-describedby="[^"]* ${id}"`))
  for (const other of [textbook, misc])
    expect(renderForm(other).split('field-note')).toHaveLength(2)
})

it('has the box that makes it free in the price', () => {
  expect(readForm(misc)).toMatch(/\|Price\|\$\|Free\|/)
  expect(readForm(textbook)).not.toContain('Free')
})

it('is in steps, each with a heading', () => {
  const headings = (category: AnyCategory) =>
    [...renderForm(category).matchAll(/<legend>.*?<h2[^>]*>([^<]*)<\/h2><\/legend>/g)].map(
      ([, title]) => title?.replace('&#x27;', "'"),
    )
  expect(headings(textbook)).toEqual(['The book', 'The course', 'Condition and price'])
  expect(headings(rental)).toEqual([
    ...['The place', 'Where it is', 'Cost and dates', "What's included", 'In your own words'],
  ])
})

it.each([
  [misc, { price: '12.50' }, '$13'],
  [rental, { cost: '$1,199.50' }, '$1,200'],
  [wanted, { budget: '799.99' }, '$800'],
])('says that others see no cents: %#', (category, price, shown) => {
  expect(readForm(category, price)).toContain(`|Others see it rounded: ${shown}.|`)
})

it.each(['', '12', '12.00', '12.5 or so', '0.2', '-1.5'])(
  'says nothing about cents without them: %j',
  (price) => {
    expect(readForm(misc, { price })).not.toContain('rounded')
  },
)
