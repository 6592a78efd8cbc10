import { type ChangeEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { revalidate } from '../../forms/revalidate.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'
import type { FormValues } from './form-values.ts'

export function MoneyInput(props: TextFieldProps) {
  return <TextField {...props} prefix="$" inputMode="decimal" autoComplete="off" />
}

/** With a box that sets the price to 0; unticked, the earlier price is back. */
export function PriceOrFreeInput({
  name,
  free,
  ...input
}: TextFieldProps & { name: string; free: { name: string; label: string } }) {
  const form = useFormContext<FormValues>()
  const isFree = useWatch({ control: form.control, name: free.name }) === true
  const earlierPrice = useRef('')
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.checked) earlierPrice.current = String(form.getValues(name))
    form.setValue(name, target.checked ? '0' : earlierPrice.current, { shouldDirty: true })
    revalidate(form, name)
  }
  return (
    <MoneyInput
      {...input}
      name={name}
      disabled={isFree}
      suffix={<Checkbox label={free.label} {...form.register(free.name, { onChange })} />}
    />
  )
}
