import type { Field, ListField } from '#categories/define-category.ts'
import { resolveField } from '#categories/listing-values.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { OptionalMark } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fieldId, type ListingFormState } from './use-listing-form.ts'

interface FieldInputProps<F extends Field = Field> {
  name: string
  field: F
  form: ListingFormState
}

/** The input for a field's kind. */
export function FieldInput({ name, field, form }: FieldInputProps) {
  if (field.kind === 'checkbox') return <CheckboxInput name={name} field={field} form={form} />
  if (field.kind === 'list') return <CheckboxListInput name={name} field={field} form={form} />

  const { label, required } = resolveField(field, form.values)
  const common = {
    id: fieldId(name),
    label,
    optional: !required,
    help: field.help,
    error: form.errors[name],
    value: String(form.values[name]),
    onChange: (event: { target: { value: string } }) => form.setValue(name, event.target.value),
    onBlur: () => form.markTouched(name),
  }
  switch (field.kind) {
    case 'longtext':
      return <TextArea {...common} maxLength={field.maxLength} />
    case 'text':
      return <TextField {...common} placeholder={field.placeholder} autoComplete="off" />
    case 'money':
      return <TextField {...common} prefix="$" inputMode="decimal" autoComplete="off" />
    case 'number':
      return <TextField {...common} inputMode="numeric" autoComplete="off" />
    case 'date':
      return <TextField {...common} type="date" />
    case 'choice':
      return (
        <Select
          {...common}
          placeholder={required ? 'Choose one' : 'Not specified'}
          options={field.options.map((option) => ({ value: `${option}`, label: `${option}` }))}
        />
      )
  }
}

function CheckboxInput({ name, field, form }: FieldInputProps) {
  return (
    <Checkbox
      id={fieldId(name)}
      label={field.label}
      help={field.help}
      checked={form.values[name] === true}
      onChange={(event) => form.setValue(name, event.target.checked)}
    />
  )
}

/** Checkboxes for the options, and for values that are no longer options. */
function CheckboxListInput({ name, field, form }: FieldInputProps<ListField>) {
  const value = form.values[name]
  const checked = Array.isArray(value) ? value.map(String) : []
  const options = [...new Set([...field.options, ...checked])]
  const change = (option: string, isChecked: boolean) => {
    const next = new Set(checked)
    if (isChecked) next.add(option)
    else next.delete(option)
    form.setValue(
      name,
      options.filter((candidate) => next.has(candidate)),
    )
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        {field.label}
        <OptionalMark />
      </legend>
      <div className="grid grid-cols-2 gap-x-5">
        {options.map((option, index) => (
          <Checkbox
            key={option}
            id={index === 0 ? fieldId(name) : undefined}
            label={option}
            checked={checked.includes(option)}
            onChange={(event) => change(option, event.target.checked)}
          />
        ))}
      </div>
      <p className="text-danger text-sm empty:hidden">{form.errors[name]}</p>
    </fieldset>
  )
}
