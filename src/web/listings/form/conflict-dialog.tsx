import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { resolveField } from '#categories/listing-values.ts'
import { coerceMinutes, describeNear, parseNear } from '#categories/minutes.ts'
import { describeSaidMinutes } from '#contract/detail-rows.ts'
import { formatAmount, formatShortDate, pluralize } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { FormValue, FormValues } from './form-values.ts'
import { radioOptions } from './radio-input.tsx'

export type ConflictAnswer = 'mine' | 'newer' | undefined

/** Asks what to do with fields that were changed both here and elsewhere. Closing the dialog leaves the question open. */
export function ConflictDialog({
  category,
  open,
  fields,
  mine,
  newer,
  onAnswer,
}: {
  category: AnyCategory
  open: boolean
  fields: readonly string[]
  mine: FormValues
  newer: FormValues
  onAnswer: (answer: ConflictAnswer) => void
}) {
  const today = useToday()
  const definitions: Record<string, Field | undefined> = category.fields
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(undefined)}
      title="Changed in two places"
      footer={
        <>
          <Button onClick={() => onAnswer('mine')}>Keep what I typed</Button>
          <Button variant="secondary" onClick={() => onAnswer('newer')}>
            Use the other version
          </Button>
        </>
      }
    >
      <p>
        You also saved this {category.labels.singular} in another tab or on another device. That
        version says:
      </p>
      <ul className="mt-3 grid gap-3">
        {fields.map((name) => {
          const field = definitions[name]
          return (
            <li key={name} className="wrap-anywhere">
              <strong>{field ? resolveField(field, newer).label : 'Photos'}</strong>
              <dl className="grid grid-cols-2 gap-x-4">
                <Version term="Yours" text={valueText(field, mine[name], today)} />
                <Version term="The other version" text={valueText(field, newer[name], today)} />
              </dl>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 text-ink-2 text-sm">Everything else you typed stays.</p>
    </Dialog>
  )
}

function Version({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{term}</dt>
      <dd className="line-clamp-3">{text}</dd>
    </div>
  )
}

/** Returns a value as the form shows it. Photos have no field. */
function valueText(field: Field | undefined, value: FormValue = '', today: string): string {
  if (!field) return pluralize(Array.isArray(value) ? value.length : 0, 'photo')
  const option = radioOptions(field)?.find((each) => each.value === String(value))
  if (option) return option.label
  if (field.kind === 'minutes') {
    const rows = describeSaidMinutes(coerceMinutes(value))
    return rows.map(({ place, text }) => `${place.name}: ${text}`).join('; ') || 'Not stated'
  }
  const text = Array.isArray(value) ? value.join(', ') : String(value).trim()
  if (text === '') return field.kind === 'choice' || field.kind === 'near' ? 'Not stated' : 'Empty'
  if (field.kind === 'near') {
    const near = parseNear(text)
    return near ? describeNear(near) : text
  }
  if (field.kind === 'date') return formatShortDate(text, today)
  const [, whole, cents = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? []
  // A price that is not a number yet is shown as it was typed.
  return field.kind === 'money' && whole ? formatAmount(whole) + cents : text
}
