import { type ChangeEvent, useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AnyCategory } from '#categories/index.ts'
import { isBlank } from '#categories/text-rules.ts'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'
import type { FormValues } from './form-values.ts'
import { useFillFromCopies } from './use-fill-from-copies.ts'

const resultHelp = {
  filled: 'Filled in from another listing.',
  unknown: 'No one has listed this ISBN yet. Fill in the details yourself.',
}

/** Says below it when it has filled in other fields, or has nothing to fill in. */
export function IsbnInput({
  category,
  help,
  onChange,
  ...input
}: TextFieldProps & { name: string; category: AnyCategory }) {
  const form = useFormContext<FormValues>()
  const { result, lookUp } = useFillFromCopies(category)
  const isLookedUp = input.name === category.copies?.field
  // It may come from the address of the page.
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
