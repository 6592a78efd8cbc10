import type { ChangeEvent, ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { RadioGroup } from '../../ui/controls/radio-group.tsx'
import type { SelectOption } from '../../ui/controls/select.tsx'
import type { FormValues } from './form-values.ts'

/**
 * The options of a field that is shown as radio buttons: a yes-or-no question, or a choice that always has a value, because
 * a radio button cannot be cleared.
 */
export function radioOptions(field: Field): SelectOption[] | undefined {
  if (field.kind === 'checkbox') {
    const { yes, no } = field.radioLabels ?? { yes: 'Yes', no: 'No' }
    return [
      { value: 'true', label: yes },
      { value: 'false', label: no },
      ...(field.formStart === undefined ? [{ value: '', label: 'Not stated' }] : []),
    ]
  }
  if (field.kind !== 'choice' || field.default === undefined) return undefined
  return field.options.map((option) => ({ value: `${option}`, label: `${option}` }))
}

/** The input is controlled: radio buttons have text values, but the form's value may be a boolean. */
export function RadioInput({
  category,
  name,
  definition,
  ...group
}: {
  category: AnyCategory
  name: string
  definition: Field
  label: ReactNode
  help?: ReactNode
  options: readonly SelectOption[]
}) {
  const form = useFormContext<FormValues>()
  const { field, fieldState } = useController<FormValues>({ name })
  const isQuestion = definition.kind === 'checkbox'
  const isTwoWay = isQuestion && definition.formStart !== undefined
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const value = isTwoWay ? target.value === 'true' : target.value
    for (const follower of followers(category, name, form.getValues())) {
      form.setValue(follower, value, { shouldDirty: true })
    }
    field.onChange(value)
  }
  return (
    <RadioGroup
      {...group}
      {...field}
      small
      inline={isQuestion && !isTwoWay}
      flush={!group.help && !fieldState.error}
      value={String(field.value)}
      onChange={onChange}
      error={fieldState.error?.message}
    />
  )
}

/** The fields that change together with this one: they follow it as long as they have the same value. */
export function followers({ fields }: CategoryDefinition, name: string, values: FormValues) {
  return Object.entries(fields)
    .filter(([follower, field]) => {
      return (
        field.kind === 'checkbox' && field.follows === name && values[follower] === values[name]
      )
    })
    .map(([follower]) => follower)
}

/** Questions below a heading, each with its answers on one line. */
export function QuestionFieldset({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      {legend && <legend className="font-semibold">{legend}</legend>}
      <div className="mt-2 grid gap-x-5 gap-y-2 sm:grid-cols-2 [&>:only-child]:col-span-full">
        {children}
      </div>
    </fieldset>
  )
}

/** Checkboxes below a heading. */
export function CheckboxFieldset({
  legend,
  error,
  children,
}: {
  legend: ReactNode
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      {legend && <legend className="font-semibold">{legend}</legend>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-x-5">
        {children}
      </div>
      <p className="text-danger text-sm empty:hidden">{error}</p>
    </fieldset>
  )
}
