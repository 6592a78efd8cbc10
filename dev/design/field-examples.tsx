import { SearchIcon } from 'lucide-react'
import { useState } from 'react'
import { Callout } from '#web/ui/content/callout.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CodeField } from '#web/ui/controls/code-field.tsx'
import { FieldFold } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { PasswordField, TextField } from '#web/ui/controls/text-field.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { Chapter, Example } from './example.tsx'

const seasons = ['Spring', 'Summer', 'Autumn', 'Winter'].map((label) => ({ value: label, label }))

export function FieldExamples() {
  const [wrong, setWrong] = useState(false)
  const [story, setStory] = useState('It grows with what you write.')
  return (
    <Chapter
      title="Fields"
      text="The label stands above. Help and errors share one place below, so that nothing jumps."
    >
      <Example title="Search">
        <TextField
          label="Search"
          hideLabel
          flush
          type="search"
          placeholder="Search title or description"
          prefix={<SearchIcon size={20} />}
        />
      </Example>
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <TextField label="Name" autoComplete="off" help="As your friends would say it." />
        <TextField label="Nickname" optional autoComplete="off" />
        <TextField
          label="Price"
          inputMode="decimal"
          prefix="$"
          defaultValue="12.50"
          error={wrong ? 'Must be a number' : undefined}
          help="Press the button below to see an error take this place."
        />
        <PasswordField label="Password" autoComplete="off" defaultValue="correct horse" />
        <TextField label="Town" defaultValue="Elmira" disabled />
        <TextField label="Street" defaultValue="" error="Field required" />
        <Select label="Season" options={seasons} placeholder="Choose one" />
        <Select
          label="Best season"
          options={seasons}
          placeholder="Choose one"
          error="Field required"
        />
        <TextArea
          label="Story"
          maxLength={500}
          value={story}
          onChange={(event) => setStory(event.target.value)}
          help="A few sentences are enough."
        />
        <TextArea label="Remarks" optional value="" readOnly error="Too many words" />
        <TextArea
          label="House rules"
          value="Bring a deposit for the spoons."
          readOnly
          note={<Callout variant="bar">Spoons are lent without one. Source: Spoon Act</Callout>}
        />
      </div>
      <Example title="Fold">
        <FieldFold label="Extras" optional said="Colour: green · Pocket: one" hasError={false}>
          <TextField label="Colour" autoComplete="off" defaultValue="green" />
        </FieldFold>
      </Example>
      <Example title="Code">
        <div className="flex flex-wrap gap-x-10 gap-y-3">
          <CodeExample label="Code" />
          <CodeExample label="Wrong code" code="123456" error="That code isn't right." />
          <CodeExample label="Code being checked" code="123456" busy />
        </div>
      </Example>
      <div>
        <Button variant="secondary" onClick={() => setWrong(!wrong)}>
          {wrong ? 'Take the error away' : 'Show an error'}
        </Button>
      </div>
    </Chapter>
  )
}

function CodeExample(props: { label: string; code?: string; error?: string; busy?: boolean }) {
  return (
    <CodeField
      label={props.label}
      length={6}
      defaultValue={props.code}
      error={props.error}
      readOnly={props.busy}
      onComplete={(code) => showToast({ variant: 'ok', text: `${code} is complete.` })}
    >
      <Button busy={props.busy}>Confirm</Button>
    </CodeField>
  )
}
