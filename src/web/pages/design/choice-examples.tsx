import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Chapter, Example } from './example.tsx'

const counts = ['Any', '1', '2', '3', '4', '5'].map((label) => ({ value: label, label }))
const dollars = (value: number) => `$${value.toLocaleString('en-CA')}`

export function ChoiceExamples() {
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
        <Example title="Slider">
          <Slider
            label="Highest price"
            min={0}
            max={2000}
            step={50}
            defaultValue={1200}
            format={dollars}
          />
        </Example>
        <Example title="Slider, disabled">
          <Slider label="Out of use" min={0} max={10} defaultValue={4} format={String} disabled />
        </Example>
      </div>
    </Chapter>
  )
}
