import { type ReactNode, useId } from 'react'
import type { SelectOption } from './select.tsx'

/** Checkboxes that share a name, as a row of pills. */
export function CheckboxGroup({
  label,
  name,
  options,
  defaultValues,
}: {
  label: ReactNode
  name: string
  options: readonly SelectOption[]
  defaultValues: readonly string[]
}) {
  const labelId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend is no grid item, so that gaps would differ
    <div role="group" className="field" aria-labelledby={labelId}>
      <span id={labelId} className="field-label">
        {label}
      </span>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="pill">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={defaultValues.includes(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
