import { parseCodes } from '#categories/codes.ts'
import { coerceMoney } from '#categories/coercion.ts'

/** "$1,200.50" as "1200.50"; what is no amount stays as it was typed. */
export const cleanAmount = (text: string): string =>
  typeof coerceMoney(text) === 'number' ? text.replace(/[$,\s]/g, '') : text

/** "math135, cs 246" as "MATH 135, CS 246". */
export function cleanCodes(text: string): string {
  const codes = parseCodes(text)
  return codes.every((code) => typeof code === 'string') ? codes.join(', ') : text
}
