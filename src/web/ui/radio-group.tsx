import { type ReactNode, useId } from 'react'
import type { SelectOption } from './select.tsx'

/** Radio buttons as a row of pills. */
export function RadioGroup({
  label,
  name,
  options,
  defaultValue,
}: {
  label: ReactNode
  name: string
  options: readonly SelectOption[]
  defaultValue: string
}) {
  const labelId = useId()
  return (
    <div role="radiogroup" className="field" aria-labelledby={labelId}>
      <span id={labelId} className="field-label">
        {label}
      </span>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="radio-group-option">
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
