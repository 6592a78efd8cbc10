import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { inputSchema } from '#categories/field-schemas.ts'
import type { AnyCategory, CategoryId } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import { saleGroups } from '#categories/sale-groups.ts'
import { apiPaths } from '#contract/paths.ts'
import { saleBasis, saleSentence } from '#contract/sale-sentence.ts'
import { maxSaleGroups, type SalePrices } from '#contract/sales.ts'
import { formatAmount } from '#format/format.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { type Api, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { FormValues } from './form-values.ts'

/** The pause after the last key before the figures are asked for. */
const quietMs = 400

/** Says below the price what things like this one went for, and offers the middle as a price. */
export function PriceSuggestion({ category }: { category: AnyCategory }) {
  const form = useFormContext<FormValues>()
  const { price: name } = category.apiNames
  const compute = (values: FormValues) => JSON.stringify(likeGroups(category, values))
  const text = useSettled(useWatch({ control: form.control, compute }))
  const groups = useMemo((): PriceGroup[] => JSON.parse(text), [text])
  const { data } = useQuery(figureQuery(useApi(), category.id, groups))
  const like = groups.find(({ id }) => id === data?.like)?.label
  if (!data?.figure || !like) return null
  const { figure } = data
  const apply = () => {
    form.setValue(name, String(figure.median), { shouldDirty: true })
    revalidate(form, name)
    form.setFocus(name)
  }
  return (
    <>
      <p>
        <span className="text-ink">{saleSentence(figure, category.soldLabels.default)}</span>{' '}
        {saleBasis({ ...figure, like })}
      </p>
      <Button variant="secondary" size="small" className="justify-self-start" onClick={apply}>
        Use {formatAmount(figure.median)}
      </Button>
    </>
  )
}

/** Returns the groups of what was typed so far. Something wanted or free has none. */
export function likeGroups(category: AnyCategory, values: FormValues): readonly PriceGroup[] {
  const { fields, freeWhen }: CategoryDefinition = category
  if (freeWhen && values[freeWhen] === true) return []
  const read = Object.entries(fields).map(([name, field]) => [
    name,
    inputSchema(field).safeParse(values[name]).data ?? null,
  ])
  const details: Record<string, unknown> = Object.fromEntries(read)
  return isWanted(category, details) ? [] : saleGroups[category.id](details).slice(0, maxSaleGroups)
}

const figureQuery = (api: Api, category: CategoryId, groups: readonly PriceGroup[]) => {
  const query = new URLSearchParams(groups.map(({ id }) => ['like', id]))
  return queryOptions({
    queryKey: ['sale-prices', category, query.toString()],
    queryFn: ({ signal }) => api.get<SalePrices>(apiPaths.salePrices(category, query), signal),
    enabled: groups.length > 0,
  })
}

/** Returns the text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
