import type { Field, ListField } from '#categories/define-category.ts'
import { askedAs } from '#categories/listing-values.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { OptionalMark } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fieldId, type ListingFormState } from './listing-form-state.ts'

interface FieldInputProps<F extends Field = Field> {
  name: string
  field: F
  form: ListingFormState
}

/** One field, asked for in the way of its kind. */
export function FieldInput({ name, field, form }: FieldInputProps) {
  if (field.kind === 'checkbox') return <Tick name={name} field={field} form={form} />
  if (field.kind === 'list') return <Ticks name={name} field={field} form={form} />

  const { label, required } = askedAs(field, form.values)
  const common = {
    id: fieldId(name),
    label,
    optional: !required,
    help: field.help,
    error: form.errors[name],
    value: String(form.values[name]),
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
    onBlur: () => form.leave(name),
  }
  switch (field.kind) {
    case 'longtext':
      return <TextArea {...common} counter maxLength={field.maxLength} />
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

function Tick({ name, field, form }: FieldInputProps) {
  return (
    <Checkbox
      id={fieldId(name)}
      label={field.label}
      help={field.help}
      checked={form.values[name] === true}
      onChange={(event) => form.set(name, event.target.checked)}
    />
  )
}

/** The options as checkboxes; entries that came from elsewhere stand beside them. */
function Ticks({ name, field, form }: FieldInputProps<ListField>) {
  const value = form.values[name]
  const ticked = Array.isArray(value) ? value.map(String) : []
  const options = [...new Set([...field.options, ...ticked])]
  const change = (option: string, isTicked: boolean) => {
    const chosen = new Set(ticked)
    if (isTicked) chosen.add(option)
    else chosen.delete(option)
    form.set(
      name,
      options.filter((candidate) => chosen.has(candidate)),
    )
  }
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">
        {field.label}
        <OptionalMark />
      </legend>
      <div className="grid grid-cols-2 gap-x-5">
        {options.map((option, index) => (
          <Checkbox
            key={option}
            id={index === 0 ? fieldId(name) : undefined}
            label={option}
            checked={ticked.includes(option)}
            onChange={(event) => change(option, event.target.checked)}
          />
        ))}
      </div>
      <p className="text-danger text-sm empty:hidden">{form.errors[name]}</p>
    </fieldset>
  )
}
