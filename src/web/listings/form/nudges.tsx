import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Nudge } from '#contract/nudges.ts'
import { Callout } from '../../ui/content/callout.tsx'
import type { FormValues } from './form-values.ts'
import { readNudges } from './read-nudges.ts'

/** What the law says about the words in a field. Keyed, so that more words of a kind change it in place. */
export function Nudges({ name }: { name: string }) {
  const { control } = useFormContext<FormValues>()
  const text = String(useWatch({ control, name }))
  const [nudges, setNudges] = useState<readonly Nudge[]>([])
  useEffect(() => readNudges(text, setNudges), [text])
  return nudges.map(({ id, sentence, source }) => (
    <Callout key={id} variant="bar">
      {sentence} Source: <Source {...source} />
    </Callout>
  ))
}

/** In a tab of its own: the form stays. */
const Source = ({ name, url }: Nudge['source']) => (
  <a href={url} target="_blank" rel="noopener" className="link">
    {name}
  </a>
)
