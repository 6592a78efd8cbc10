import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AnyCategory, CategoryWithCopies } from '#categories/index.ts'
import { toIsbn13 } from '#categories/isbn.ts'
import { isBlank } from '#categories/text-rules.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { useApi } from '../../queries/api.ts'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'
import { copiesQuery, withCopies, withoutResults } from '../copies/copies-query.ts'
import { type FormValues, toFormValues } from './form-values.ts'

const resultHelp = {
  filled: 'We filled in the details. Check that they match your copy.',
  unknown: 'No one has listed this ISBN yet. Fill in the details yourself.',
}

/** The ISBN input. It fills in other fields from known copies. The text below says so, or says that the book is unknown. */
export function IsbnInput({
  category,
  help,
  onChange,
  ...input
}: TextFieldProps & { name: string; category: AnyCategory }) {
  const form = useFormContext<FormValues>()
  const { result, lookUp } = useFillFromCopies(category)
  const isLookedUp = input.name === category.copies?.field
  // The page's URL may have filled in the ISBN.
  const lookUpPrefilled = useEffectEvent(() => {
    const hasTitle = !isBlank(String(form.getValues(category.apiNames.title)))
    if (isLookedUp && !hasTitle) lookUp(String(form.getValues(input.name)))
  })
  useEffect(() => lookUpPrefilled(), [])
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    if (isLookedUp) lookUp(event.target.value)
  }
  return (
    <TextField
      {...input}
      help={result ? resultHelp[result] : help}
      autoComplete="off"
      onChange={handleChange}
    />
  )
}

/** Returns values of a known copy for the fields that are still empty. */
export function blanksToFill(category: CategoryWithCopies, values: FormValues, known: object) {
  const found = toFormValues(category, known)
  const isEmpty = (from: FormValues, name: string) => isBlank(String(from[name] ?? ''))
  return category.copies.fills.flatMap((name): [string, string][] =>
    isEmpty(values, name) && !isEmpty(found, name) ? [[name, String(found[name])]] : [],
  )
}

/** The result of looking up a number, or undefined while there is nothing to say. */
type LookUpResult = 'filled' | 'unknown' | undefined

/** Fills empty fields from another listing of the same thing, once the number is complete. */
function useFillFromCopies(anyCategory: AnyCategory) {
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
    // If the look-up fails, the student fills in the rest by hand.
    const copies = await queryClient.fetchQuery(query).catch(() => null)
    if (!copies || latest.current !== number) return
    if (!copies.known) return setResult('unknown')
    const filled = blanksToFill(category, form.getValues(), copies.known)
    for (const [name, value] of filled) {
      form.setValue(name, value, { shouldDirty: true })
      revalidate(form, name)
    }
    // Do not reset the result if nothing was filled: two look-ups may wait for one response, and the first fills the fields.
    if (filled.length > 0) setResult('filled')
  }
  return { result, lookUp }
}
