import type { Filter } from '#categories/define-category.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { longestText } from './asked.ts'

/** More options than this are easier to find in a list that opens. */
const mostPills = 5

const any = { value: '', label: 'Any' }

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
      const props = { name, label, flush: true, options: [any, ...filter.options] }
      return filter.options.length > mostPills ? (
        <Select {...props} defaultValue={value} />
      ) : (
        <RadioGroup {...props} look="pills" defaultValue={value} />
      )
    }
    case 'mention':
      return (
        <div className="-my-2">
          <Checkbox name={name} label={label} value="1" defaultChecked={value !== ''} />
        </div>
      )
    case 'words':
    case 'code':
      return (
        <TextField
          name={name}
          label={label}
          flush
          defaultValue={value}
          placeholder={filter.placeholder}
          maxLength={longestText}
          autoComplete="off"
        />
      )
  }
}
