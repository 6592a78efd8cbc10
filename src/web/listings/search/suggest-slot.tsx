import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

const importSuggestions = async () => (await import('./suggestions.tsx')).Suggestions

/** Adds suggestions to the search box in it. Their code loads when the box first has the focus. */
export function SuggestSlot({ children }: { children: ReactNode }) {
  const slot = useRef<HTMLDivElement>(null)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const { Part } = useLazyPart(importSuggestions, { isNeeded: input !== null })
  useEffect(() => {
    const element = slot.current
    const findFocused = () => {
      const { activeElement } = document
      const isInside = element?.contains(activeElement)
      if (isInside && activeElement instanceof HTMLInputElement) setInput(activeElement)
    }
    // The box may have the focus before hydration.
    findFocused()
    element?.addEventListener('focusin', findFocused)
    return () => element?.removeEventListener('focusin', findFocused)
  }, [])
  return (
    <div ref={slot} className="relative">
      {children}
      {Part && input && <Part input={input} />}
    </div>
  )
}
