import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Chapter, Example } from './example.tsx'

const sizes = ['Small', 'Medium', 'Large'].map((label) => ({ value: label, label }))
const counts = ['Any', '1', '2', '3', '4', '5'].map((label) => ({ value: label, label }))
const dollars = (value: number) => `$${value.toLocaleString('en-CA')}`

export function ChoiceExamples() {
  const [most, setMost] = useState(1200)
  return (
    <Chapter
      title="Choices"
      text="The browser's own controls, drawn anew: keyboards and forms know them."
    >
      <div className="grid gap-8 md:grid-cols-2">
        <Example title="Checkbox">
          <Checkbox label="Window to the south" defaultChecked />
          <Checkbox label="Balcony" help="A railing counts." />
          <Checkbox label="Fireplace" disabled />
        </Example>
        <Example title="Radio group, list">
          <RadioGroup label="Size" options={sizes} defaultValue="Medium" flush />
        </Example>
        <Example title="Radio group, pills">
          <div className="grid gap-3">
            <RadioGroup
              label="Chairs"
              look="pills"
              options={counts}
              defaultValue="Any"
              help="Exactly."
            />
            <RadioGroup label="Cushions" look="pills" options={sizes} error="Field required" />
          </div>
        </Example>
        <Example title="Slider">
          <Slider
            label="Highest price"
            min={0}
            max={2000}
            step={50}
            value={most}
            format={dollars}
            onChange={(event) => setMost(event.target.valueAsNumber)}
          />
          <div className="mt-6">
            <Slider label="Out of use" min={0} max={10} defaultValue={4} disabled />
          </div>
        </Example>
      </div>
    </Chapter>
  )
}
