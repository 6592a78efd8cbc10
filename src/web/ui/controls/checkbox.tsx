import { type ComponentProps, type ReactNode, useId } from 'react'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  help?: ReactNode
}

export function Checkbox({ label, help, ...input }: CheckboxProps) {
  const helpId = useId()
  return (
    <label className="checkbox">
      <input
        {...input}
        type="checkbox"
        className="checkbox-box"
        aria-describedby={help ? helpId : undefined}
      />
      <span>
        {label}
        {help && (
          <span id={helpId} className="block text-ink-2 text-sm">
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
