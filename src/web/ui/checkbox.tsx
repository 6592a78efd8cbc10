import { type ComponentProps, type ReactNode, useId } from 'react'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  help?: ReactNode
}

export function Checkbox({ label, help, className, ...input }: CheckboxProps) {
  const helpId = useId()
  return (
    <label className="choice">
      <input
        {...input}
        type="checkbox"
        className="choice-box"
        aria-describedby={help ? helpId : undefined}
      />
      <span>
        {label}
        {help && (
          <span id={helpId} className="choice-help">
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
