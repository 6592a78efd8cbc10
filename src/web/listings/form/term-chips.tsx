import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { PeriodFields } from '#categories/define-category.ts'
import { useToday } from '../../queries/use-today.ts'
import { ToggleButton } from '../../ui/controls/toggle-button.tsx'
import type { FormValues } from './form-values.ts'
import { type TermChoice, termChoices } from './term-choices.ts'

/** Buttons that fill in the first and last day of a period. */
export function TermChips({ period: { from, to } }: { period: PeriodFields }) {
  const labelId = useId()
  const { control, setValue } = useFormContext<FormValues>()
  const [first, last] = useWatch({ control, name: [from, to] })
  const today = useToday()
  const fill = (term: TermChoice) => {
    const options = { shouldDirty: true, shouldValidate: true }
    setValue(from, term.first, options)
    setValue(to, term.last, options)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend is not a grid item, so the gaps would differ
    <div role="group" aria-labelledby={labelId} className="mb-2 grid gap-1.5">
      <span id={labelId} className="font-semibold">
        Pick a term, or enter the dates
      </span>
      <div className="flex flex-wrap gap-2">
        {termChoices(today).map((term) => (
          <ToggleButton
            key={term.label}
            pressed={first === term.first && last === term.last}
            onClick={() => fill(term)}
          >
            {term.label}
          </ToggleButton>
        ))}
      </div>
    </div>
  )
}
