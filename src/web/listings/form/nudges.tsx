import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isBlank } from '#categories/text-rules.ts'
import type { LawSentence, Nudge } from '#english/nudges.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { loadCode } from '../../ui/load-code.ts'
import type { FormValues } from './form-values.ts'

/**
 * Says what the law says about the words in a field. Each kind has a key, so that more words of a kind change the nudge in
 * place.
 */
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

/** Says what the law of the region permits in a shared home. Without a law pack, it says nothing. */
export function SharedHomeLaw() {
  const [law, setLaw] = useState<LawSentence>()
  useEffect(() => {
    importRules().then(
      ({ sharedHomeLaw }) => setLaw(sharedHomeLaw()),
      () => undefined,
    )
  }, [])
  return (
    law && (
      <p className="mt-2 text-ink-2 text-sm">
        {law.sentence} Source: <Source {...law.source} />
      </p>
    )
  )
}

/** A link to the source. It opens in a new tab, so that the form stays. */
const Source = ({ name, url }: Nudge['source']) => (
  <a href={url} target="_blank" rel="noopener" className="link">
    {name}
  </a>
)

/** The pause after the last key. Leaving the field does not shorten it: a new nudge would move the button being pressed. */
const quietMs = 500

const importNudges = () => import('#english/nudges.ts')
const importRules = () => loadCode(importNudges)

/**
 * Reports the nudges for a text once typing stops. The rules load with the first text. If they fail to load, nothing is
 * reported.
 */
export function readNudges(
  text: string,
  onRead: (nudges: readonly Nudge[]) => void,
  loadRules: () => Promise<{ findNudges: (text: string) => readonly Nudge[] }> = importRules,
): () => void {
  let isCancelled = false
  const timer = setTimeout(async () => {
    const nudges = isBlank(text)
      ? []
      : await loadRules().then(
          ({ findNudges }) => findNudges(text),
          () => [],
        )
    if (!isCancelled) onRead(nudges)
  }, quietMs)
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}
