import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { campus } from '#campus/campus.ts'
import type { AnyCategory, CategoryWithCopies } from '#categories/index.ts'
import { toIsbn13 } from '#categories/isbn.ts'
import { pagePaths } from '#contract/paths.ts'
import { useApi } from '../../queries/api.ts'
import { copiesQuery, offeredText, withCopies, withoutResults } from '../copies/copies-query.ts'
import type { FormValues } from './form-values.ts'

/** Says below the price what other copies of the same thing cost now. */
export function CopiesHint({ category }: { category: AnyCategory }) {
  const known = withCopies(category)
  return known ? <Hint category={known} /> : null
}

function Hint({ category }: { category: CategoryWithCopies }) {
  const { control } = useFormContext<FormValues>()
  const typed = useWatch({ control, name: category.copies.field })
  const value = toIsbn13(String(typed ?? ''))
  // The input of the number has asked the same, so this is in the cache.
  const query = copiesQuery(useApi(), category, value ?? '', withoutResults)
  const { data } = useQuery({ ...query, enabled: value !== undefined })
  if (!value || !data || data.lowest_price === null) return null
  return (
    <p>
      <span className="text-ink">
        On {campus.brand} now: {offeredText(data)}.
      </span>{' '}
      <a
        href={pagePaths.copies(category.id, value)}
        target="_blank"
        rel="noopener"
        className="link"
      >
        See all copies<span className="sr-only"> (opens a new tab)</span>
      </a>
    </p>
  )
}
