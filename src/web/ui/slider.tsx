import { type ComponentProps, type CSSProperties, type ReactNode, useId, useState } from 'react'

export type SliderProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'onChange' | 'className'
> & {
  label: ReactNode
  min: number
  max: number
  defaultValue: number
  /** The value as displayed and as read by screen readers: "$1,200", "200+". */
  format: (value: number) => string
}

export function Slider({ label, min, max, defaultValue, format, ...input }: SliderProps) {
  const id = useId()
  const [chosen, setChosen] = useState(defaultValue)
  const value = Math.min(chosen, max)
  const fill = max > min ? (value - min) / (max - min) : 1
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        <output htmlFor={id} className="slider-value" aria-live="off">
          {format(value)}
        </output>
      </div>
      <input
        {...input}
        id={id}
        type="range"
        min={min}
        max={max}
        defaultValue={defaultValue}
        className="slider"
        style={{ '--slider-fill': `${Math.round(fill * 1000) / 10}%` } as CSSProperties}
        aria-valuetext={format(value)}
        onChange={(event) => setChosen(event.target.valueAsNumber)}
      />
      <div className="-mt-2 flex justify-between text-ink-2 text-sm" aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  )
}
