import { useFormContext, useWatch } from 'react-hook-form'
import { isDay } from '#categories/days.ts'
import type { Lifetime } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { dayPassedMessage } from '#contract/listing-status.ts'
import { useToday } from '../../queries/use-today.ts'
import { fieldHelp } from './field-help.ts'
import type { FormValues } from './form-values.ts'

const isPast = (day: unknown, today: string) => isDay(day) && day < today

/** What is said below the field; some of it depends on what was typed. */
export function useHelp(category: AnyCategory, name: string, field: Field): string | undefined {
  const { control } = useFormContext<FormValues>()
  const today = useToday()
  const { lastDay }: Lifetime = category.lifetime
  const compute = (values: FormValues) => {
    if (isPast(values[name], today)) {
      if (name === category.period?.from)
        return 'This day has passed, so your listing will say “Available now”.'
      if (name === lastDay || name === category.period?.to) return dayPassedMessage
    }
    return fieldHelp[category.id]?.(name, values)
  }
  return useWatch({ control, compute }) ?? field.help
}
