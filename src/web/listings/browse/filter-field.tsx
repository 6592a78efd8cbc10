import type { Filter } from '#categories/define-category.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { maxTextLength } from './filters.ts'

/** Choices with more options are a select. */
const maxPills = 5

const anyOption = { value: '', label: 'Any' }

export function FilterField({
  name,
  filter,
  value,
}: {
  name: string
  filter: Filter
  value: string
}) {
  const { label } = filter
  switch (filter.kind) {
    case 'choice': {
      const props = { name, label, options: [anyOption, ...filter.options] }
      return filter.options.length > maxPills ? (
        <Select {...props} flush defaultValue={value} />
      ) : (
        <RadioGroup {...props} defaultValue={value} />
      )
    }
    case 'contains':
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
  }
}
