import { useFormContext, useWatch } from 'react-hook-form'
import { campus } from '#campus/campus.ts'
import type { CampusPlace } from '#campus/campus-settings.ts'
import type { MinutesField } from '#categories/field-kinds.ts'
import { estimateName } from '#categories/listing-values.ts'
import {
  describeStep,
  estimateSentence,
  isFarOff,
  minuteSteps,
  type Way,
  ways,
} from '#categories/minutes.ts'
import type { Listing } from '#contract/listing.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { OptionalMark } from '../../ui/controls/field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import type { FormValues } from './form-values.ts'

const wayLabels: Record<Way, string> = { walk: 'on foot', bus: 'by bus' }

const options = minuteSteps.map((step) => ({ value: String(step), label: describeStep(step) }))

/** Two selects for each campus of the settings: on foot and by bus. */
export function MinutesInput({
  name,
  field,
  listing,
}: {
  name: string
  field: MinutesField
  /** The saved listing, whose address may have been looked up. */
  listing?: Listing | undefined
}) {
  const form = useFormContext<FormValues>()
  const error = form.getFieldState(name, form.formState).error
  if (campus.places.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">
        {field.label}
        <OptionalMark />
      </legend>
      <div className="mt-2 grid gap-4">
        {campus.places.map((place) => (
          <div key={place.id} className="grid gap-1.5">
            <div className="grid grid-cols-1 items-end gap-x-5 gap-y-4 xs:grid-cols-2">
              {ways.map((way) => (
                <Select
                  key={way}
                  {...form.register(`${name}.${place.id}.${way}`)}
                  label={`To ${place.name} ${wayLabels[way]}`}
                  flush
                  placeholder="Not stated"
                  options={options}
                />
              ))}
            </div>
            <EstimateNote {...{ name, field, place, listing }} />
          </div>
        ))}
      </div>
      <p className="text-danger text-sm empty:hidden">{error && 'Choose from the lists.'}</p>
    </fieldset>
  )
}

/** Says that the estimate is far from what the seller chose. It is silent once the address has changed. */
function EstimateNote({
  name,
  field,
  place,
  listing,
}: {
  name: string
  field: MinutesField
  place: CampusPlace
  listing: Listing | undefined
}) {
  const { control } = useFormContext<FormValues>()
  const [step, address] = useWatch({ control, name: [`${name}.${place.id}.walk`, field.from] })
  const saved: Readonly<Record<string, unknown>> = listing?.details ?? {}
  const estimates = saved[estimateName(name)] as Record<string, number> | undefined
  const about = address === saved[field.from] ? estimates?.[place.id] : undefined
  return (
    <div aria-live="polite" className="empty:hidden">
      {about !== undefined && step && isFarOff(Number(step), about) && (
        <Callout variant="bar">
          {estimateSentence(place, about)} Search results will use the estimate.
        </Callout>
      )}
    </div>
  )
}
