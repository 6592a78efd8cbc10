import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AnyCategory, CategoryWithCopies } from '#categories/index.ts'
import { toIsbn13 } from '#categories/isbn.ts'
import { isBlank } from '#categories/text-rules.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { useApi } from '../../queries/api.ts'
import { withCopies } from '../copies/copies-of.ts'
import { copiesQuery, withoutResults } from '../copies/copies-query.ts'
import { type FormValues, toFormValues } from './form-values.ts'

/** What a known copy says about the fields that are still empty. */
export function blanksToFill(category: CategoryWithCopies, values: FormValues, known: object) {
  const found = toFormValues(category, known)
  const isEmpty = (from: FormValues, name: string) => isBlank(String(from[name] ?? ''))
  return category.copies.fills.flatMap((name): [string, string][] =>
    isEmpty(values, name) && !isEmpty(found, name) ? [[name, String(found[name])]] : [],
  )
}

/** What the look-up of a number came to; undefined while there is nothing to say. */
type LookUpResult = 'filled' | 'unknown' | undefined

/** Fills empty fields from another listing of the same thing, once its number is complete. */
export function useFillFromCopies(anyCategory: AnyCategory) {
  const category = withCopies(anyCategory)
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useFormContext<FormValues>()
  const latest = useRef<string>(undefined)
  const [result, setResult] = useState<LookUpResult>()

  const lookUp = async (text: string) => {
    const number = toIsbn13(text)
    if (!category || number === latest.current) return
    latest.current = number
    setResult(undefined)
    if (!number) return
    const query = copiesQuery(api, category, number, withoutResults)
    // Without an answer the student types on.
    const copies = await queryClient.fetchQuery(query).catch(() => null)
    if (!copies || latest.current !== number) return
    if (!copies.known) return setResult('unknown')
    const filled = blanksToFill(category, form.getValues(), copies.known)
    for (const [name, value] of filled) {
      form.setValue(name, value, { shouldDirty: true })
      revalidate(form, name)
    }
    // Not undefined if there are none: two may wait for one response.
    if (filled.length > 0) setResult('filled')
  }
  return { result, lookUp }
}
