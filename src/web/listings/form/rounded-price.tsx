import { useFormContext, useWatch } from 'react-hook-form'
import { coerceMoney } from '#categories/coercion.ts'
import { dash, formatPrice } from '#format/format.ts'
import type { FormValues } from './form-values.ts'

/** Says below a price with cents what others see. */
export function RoundedPrice({ text }: { text: string }) {
  const price = coerceMoney(text)
  if (typeof price !== 'number' || Number.isInteger(price)) return null
  // The field has an error.
  if (Number(price.toFixed(2)) !== price) return null
  const shown = formatPrice(price)
  return shown === dash ? null : <p>Others see it rounded: {shown}.</p>
}

/** The same for a field of the form. */
export function RoundedPriceOf({ name }: { name: string }) {
  const { control } = useFormContext<FormValues>()
  return <RoundedPrice text={String(useWatch({ control, name }))} />
}
