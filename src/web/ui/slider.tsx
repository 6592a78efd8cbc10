import {
  type ChangeEvent,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useId,
} from 'react'
import { useShownValue } from './shown-value.ts'

export type SliderProps = Omit<
  ComponentProps<'input'>,
  'type' | 'min' | 'max' | 'value' | 'defaultValue'
> & {
  label: ReactNode
  min: number
  max: number
  value?: number
  defaultValue?: number
  /** How a value reads, shown and spoken: "$1,200", "200+". */
  format?: (value: number) => string
}

export function Slider({
  label,
  min,
  max,
  value,
  defaultValue,
  format = String,
  className,
  onChange,
  ...input
}: SliderProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const [shown, setShown] = useShownValue(id, String(value ?? defaultValue ?? max))
  const current = value ?? Number(shown)
  const fill = max > min ? (current - min) / (max - min) : 1
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setShown(event.target.value)
    onChange?.(event)
  }
  return (
    <div className="field">
      <div className="slider-head">
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        <output htmlFor={id} className="slider-value" aria-live="off">
          {format(current)}
        </output>
      </div>
      <input
        {...input}
        {...(value === undefined ? { defaultValue: defaultValue ?? max } : { value })}
        id={id}
        type="range"
        min={min}
        max={max}
        className="slider"
        style={{ '--fill': `${Math.round(fill * 1000) / 10}%` } as CSSProperties}
        aria-valuetext={format(current)}
        onChange={change}
      />
      <div className="slider-ends" aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  )
}
