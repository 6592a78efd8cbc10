import { useState } from 'react'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { CheckboxGroup } from '#web/ui/controls/checkbox-group.tsx'
import { RadioGroup } from '#web/ui/controls/radio-group.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { Chapter, Example } from './example.tsx'

const counts = ['Any', '1', '2', '3', '4', '5'].map((label) => ({ value: label, label }))
const dollars = (value: number) => `$${value.toLocaleString('en-CA')}`

export function ChoiceExamples() {
  const [price, setPrice] = useState(1200)
  return (
    <Chapter title="Choices" text="Native controls, restyled: keyboards and forms know them.">
      <div className="grid gap-8 md:grid-cols-2">
        <Example title="Checkbox">
          <Checkbox label="Window to the south" defaultChecked />
          <Checkbox label="Balcony" help="A railing counts." />
          <Checkbox label="Fireplace" disabled />
        </Example>
        <Example title="Radio group">
          <RadioGroup label="Chairs" name="chairs" options={counts} defaultValue="Any" />
        </Example>
        <Example title="Radio group in one line">
          <RadioGroup
            inline
            small
            label="Milk"
            name="milk"
            options={['Yes', 'No', 'Not stated'].map((label) => ({ value: label, label }))}
            defaultValue="Not stated"
          />
        </Example>
        <Example title="Checkbox group">
          <CheckboxGroup
            label="Tables"
            name="tables"
            options={counts.slice(1)}
            defaultValues={['2', '4']}
          />
        </Example>
        <Example title="Slider">
          <Slider
            label="Highest price"
            min={0}
            max={2000}
            step={50}
            value={price}
            onChange={setPrice}
            format={dollars}
          />
        </Example>
        <Example title="Slider, disabled">
          <Slider
            label="Out of use"
            min={0}
            max={10}
            value={4}
            onChange={() => undefined}
            format={String}
            disabled
          />
        </Example>
      </div>
    </Chapter>
  )
}
