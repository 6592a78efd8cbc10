import { isBlank } from '#categories/text-rules.ts'
import type { Nudge } from '#contract/nudges.ts'
import { loadCode } from '../../ui/load-code.ts'

/** After the last key. Not sooner when the field is left: a line that comes then would move the button being pressed. */
const quietMs = 500

const importNudges = () => import('#contract/nudges.ts')
const importRules = () => loadCode(importNudges)

/** Tells the nudges about a text once nobody types. Their rules are loaded with the first text; without them there are none. */
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
