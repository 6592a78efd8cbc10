import type { CategoryId } from '#categories/index.ts'
import { describeRooms } from '#categories/rental/home.ts'
import type { FormValues } from './form-values.ts'

/** What is said below a field because of what was entered, in the categories that do. */
export const fieldHelp: Partial<
  Record<CategoryId, (name: string, values: FormValues) => string | undefined>
> = {
  rental: (name, values) => (name === 'num_beds' ? describeTypedRooms(values) : undefined),
}

/** Of a room: which rooms to count, then what they make. */
function describeTypedRooms({ is_shared, num_beds }: FormValues): string | undefined {
  if (is_shared !== true) return undefined
  const rooms = String(num_beds).trim()
  if (!/^\d{1,2}$/.test(rooms)) return 'Bedrooms, without this one'
  return describeRooms({ is_shared, num_beds: Number(rooms) })
}
