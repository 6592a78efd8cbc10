import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react'

export type SliderProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'onChange' | 'className'
> & {
  label: ReactNode
  /** Hides the label and the value of a slider beside a box that shows both. */
  hideLabel?: boolean | undefined
  min: number
  max: number
  value: number
  onChange: (value: number) => void
  /** Formats the value for display and for screen readers: "$1,200", "$200+". */
  format: (value: number) => string
}

export function Slider({
  label,
  hideLabel = false,
  min,
  max,
  value,
  onChange,
  format,
  ...input
}: SliderProps) {
  const id = useId()
  const shown = Math.min(Math.max(value, min), max)
  const fill = max > min ? (shown - min) / (max - min) : 1
  return (
    <div className="field">
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        {!hideLabel && (
          <output htmlFor={id} className="slider-value" aria-live="off">
            {format(shown)}
          </output>
        )}
      </div>
      <input
        {...input}
        id={id}
        type="range"
        min={min}
        max={max}
        value={shown}
        className="slider"
        style={{ '--slider-fill': `${Math.round(fill * 1000) / 10}%` } as CSSProperties}
        aria-valuetext={format(shown)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <div className="-mt-2 flex justify-between text-ink-2 text-sm" aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  )
}
