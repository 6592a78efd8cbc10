import type { Filter } from '#categories/filter-kinds.ts'
import { maxTextLength } from '#contract/list-filters.ts'
import { useToday } from '../../queries/use-today.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CheckboxGroup } from '../../ui/controls/checkbox-group.tsx'
import { RadioGroup } from '../../ui/controls/radio-group.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { termOptions } from './term-options.ts'

/** Choices with more options are a select. */
const maxPills = 5

const anyOption = { value: '', label: 'Any' }

export function FilterField({
  name,
  filter,
  values,
  error,
}: {
  name: string
  filter: Filter
  /** Several only of a filter that takes several. */
  values: readonly string[]
  error: string | undefined
}) {
  const today = useToday()
  const { label } = filter
  const [value = ''] = values
  switch (filter.kind) {
    case 'choice': {
      const props = { name, label, flush: true, options: [anyOption, ...filter.options] }
      return filter.options.length > maxPills ? (
        <Select {...props} defaultValue={value} />
      ) : (
        <RadioGroup {...props} defaultValue={value} />
      )
    }
    case 'choices':
      return (
        <CheckboxGroup name={name} label={label} options={filter.options} defaultValues={values} />
      )
    case 'contains':
    case 'checked':
      return (
        <div className="-my-2">
          <Checkbox name={name} label={label} value="1" defaultChecked={value !== ''} />
        </div>
      )
    case 'search':
    case 'code':
      return (
        <TextField
          name={name}
          label={label}
          flush
          defaultValue={value}
          placeholder={filter.placeholder}
          maxLength={maxTextLength}
          autoComplete="off"
        />
      )
    case 'term': {
      const options = [anyOption, ...termOptions(today, value)]
      return <Select name={name} label={label} flush options={options} defaultValue={value} />
    }
    case 'from':
    case 'to':
      return (
        <TextField type="date" name={name} label={label} flush defaultValue={value} error={error} />
      )
    case 'months': {
      const options = filter.options.map(String).map((months) => ({ value: months, label: months }))
      return (
        <RadioGroup
          name={name}
          label={`${label} in months`}
          flush
          options={[anyOption, ...options]}
          defaultValue={value}
        />
      )
    }
  }
}
