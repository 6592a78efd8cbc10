import { coerceMoney } from '#categories/coercion.ts'
import { dash, formatPrice } from '#format/format.ts'

/** Says below a price with cents what others see. The page of a moving-out sale shows it too, and loads no form library. */
export function RoundedPrice({ text }: { text: string }) {
  const price = coerceMoney(text)
  if (typeof price !== 'number' || Number.isInteger(price)) return null
  // The field has an error.
  if (Number(price.toFixed(2)) !== price) return null
  const shown = formatPrice(price)
  return shown === dash ? null : <p>Others see it rounded: {shown}.</p>
}
