import { useEffect, useEffectEvent } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Field, ListField } from '#categories/define-category.ts'
import { resolveField } from '#categories/listing-values.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { OptionalMark } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, type TextAreaProps } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormValues } from './form-values.ts'

interface FieldInputProps<F extends Field = Field> {
  name: string
  field: F
  /** The first day that a date may be. */
  min?: string | undefined
}

/** The input for a field's kind. */
export function FieldInput({ name, field, min }: FieldInputProps) {
  const form = useFormContext<FormValues>()
  const { label, required } = useResolvedField({ name, field })
  const { help } = field
  if (field.kind === 'checkbox') return <Checkbox {...{ label, help }} {...form.register(name)} />
  if (field.kind === 'list') return <CheckboxListInput name={name} field={field} />

  const common = { label, help, optional: !required }
  if (field.kind === 'longtext') {
    return <LongTextInput {...common} name={name} maxLength={field.maxLength} />
  }
  const registered = { ...common, ...fieldProps(form, name) }
  switch (field.kind) {
    case 'text':
      return <TextField {...registered} placeholder={field.placeholder} autoComplete="off" />
    case 'money':
      return <TextField {...registered} prefix="$" inputMode="decimal" autoComplete="off" />
    case 'number':
      return <TextField {...registered} inputMode="numeric" autoComplete="off" />
    case 'date':
      return <TextField {...registered} type="date" min={min} />
    case 'choice':
      return (
        <Select
          {...registered}
          placeholder={required ? 'Choose one' : 'Not specified'}
          options={field.options.map((option) => ({ value: `${option}`, label: `${option}` }))}
        />
      )
  }
}

/** The label, and whether the field is required; both may depend on another field. */
function useResolvedField({ name, field }: FieldInputProps) {
  const form = useFormContext<FormValues>()
  const compute = (values: FormValues) => resolveField(field, values)
  const resolved = useWatch({ control: form.control, compute })
  const { required } = resolved
  // Its error comes and goes with the requirement.
  const onRequiredChange = useEffectEvent((_required: boolean) => revalidate(form, name))
  useEffect(() => onRequiredChange(required), [required])
  return resolved
}

/** Controlled, because it counts the characters. */
function LongTextInput({ name, ...area }: Omit<TextAreaProps, 'value'> & { name: string }) {
  const { field, fieldState } = useController<FormValues>({ name })
  return (
    <TextArea {...area} {...field} value={String(field.value)} error={fieldState.error?.message} />
  )
}

/** Checkboxes for the options, and for values that are no longer options. */
function CheckboxListInput({ name, field }: FieldInputProps<ListField>) {
  const form = useFormContext<FormValues>()
  const { error, ...registration } = fieldProps(form, name)
  const { defaultValues } = form.formState
  const values = [defaultValues?.[name] ?? [], form.getValues(name)].flat().map(String)
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        {field.label}
        <OptionalMark />
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(9rem,40%),1fr))] gap-x-5">
        {[...new Set([...field.options, ...values])].map((option) => (
          <Checkbox key={option} {...registration} label={option} value={option} />
        ))}
      </div>
      <p className="text-danger text-sm empty:hidden">{error}</p>
    </fieldset>
  )
}
