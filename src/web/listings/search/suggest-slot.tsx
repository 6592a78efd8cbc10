import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

const importSuggestions = async () => (await import('./suggestions.tsx')).Suggestions

/** Adds suggestions to the search box in it. Their code loads when the box first has the focus. */
export function SuggestSlot({ children }: { children: ReactNode }) {
  const slot = useRef<HTMLDivElement>(null)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const { Part } = useLazyPart(importSuggestions, { isNeeded: input !== null })
  const findFocused = () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement && slot.current?.contains(activeElement)) {
      setInput(activeElement)
    }
  }
  // The box may have the focus before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once
  useEffect(findFocused, [])
  return (
    <div ref={slot} className="relative" onFocus={findFocused}>
      {children}
      {Part && input && <Part input={input} />}
    </div>
  )
}
