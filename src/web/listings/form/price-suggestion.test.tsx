import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { ApiContext, createApi } from '../../queries/api.ts'
import { emptyValues, type FormValues } from './form-values.ts'
import { likeGroups, PriceSuggestion } from './price-suggestion.tsx'

stayOnBuiltInCampus()

const { misc, rental, textbook, wanted } = categoryById
const fill = (category: AnyCategory, changes: object) =>
  ({ ...emptyValues(category), ...changes }) as FormValues
const idsOf = (category: AnyCategory, changes: object) =>
  likeGroups(category, fill(category, changes)).map(({ id }) => id)

it('reads the groups of what was typed so far', () => {
  expect(idsOf(misc, { category: 'Furniture' })).toEqual(['misc kind Furniture'])
  expect(idsOf(misc, {})).toEqual([])
  expect(idsOf(textbook, { isbn: '0-306-40615-2', course_codes: 'math135' })).toEqual([
    'textbook isbn 9780306406157',
    'textbook course MATH 135',
  ])
  const room = {
    is_sublet: true,
    is_shared: true,
    is_cost_per_room: true,
    num_beds: '2',
    date_available: '2027-05-01',
    available_to: '2027-08-31',
  }
  expect(idsOf(rental, { ...room, minutes: { waterloo: { walk: '10', bus: '' } } })).toEqual([
    'rental sublet 2027-spring room 3 walk 10',
    'rental sublet 2027-spring room 3',
  ])
  // Half a date is no date.
  expect(idsOf(rental, { ...room, date_available: '2027-' })).toEqual([])
})

it('has no groups for what is wanted or free', () => {
  expect(idsOf(misc, { category: 'Furniture', is_free: true })).toEqual([])
  expect(idsOf(misc, { category: 'Furniture', listing_type: 'Wanting' })).toEqual([])
  expect(idsOf(wanted, {})).toEqual([])
})

const figure = { low: 40, high: 55, median: 45, within_days: 6, sales: 12 }

function Suggestion({ values }: { values: FormValues }) {
  return (
    <FormProvider {...useForm<FormValues>({ defaultValues: values })}>
      <PriceSuggestion category={misc} />
    </FormProvider>
  )
}

function renderSuggestion(answer: object) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['sale-prices', 'misc', 'like=misc+kind+Furniture'], answer)
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <ApiContext value={createApi(async () => Response.json({}))}>
        <Suggestion values={fill(misc, { category: 'Furniture' })} />
      </ApiContext>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('says what such things went for, and offers the middle', () => {
  const text = renderSuggestion({ figure, like: 'misc kind Furniture' })
  expect(text).toContain(
    'Sold ones like this went for $40–55, most within 6 days. Based on 12 items in Furniture.',
  )
  expect(text).toContain('Use $45')
})

it('says nothing while there are too few', () => {
  expect(renderSuggestion({ figure: null, like: null })).toBe('')
})
