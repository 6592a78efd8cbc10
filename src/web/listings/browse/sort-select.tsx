import { orders } from '#contract/list-parameters.ts'
import { Select } from '../../ui/select.tsx'
import { askedWith } from './asked.ts'
import type { Ask } from './use-asked.ts'

const [byDefault] = orders

export function SortSelect({ asked, ask }: { asked: URLSearchParams; ask: Ask }) {
  return (
    <div className="noscript:hidden max-sm:flex-1">
      <Select
        label="Sort by"
        hideLabel
        flush
        options={orders}
        value={asked.get('order') ?? byDefault.value}
        onChange={({ target: { value } }) =>
          ask(askedWith(asked, { order: value === byDefault.value ? '' : value }))
        }
      />
    </div>
  )
}
