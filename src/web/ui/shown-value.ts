import { useEffect, useState } from 'react'

/**
 * What an input holds right now. Form libraries write into inputs through refs, unseen by React,
 * so the element is read back after every render.
 */
export function useShownValue(id: string, initial: string) {
  const [shown, setShown] = useState(initial)
  useEffect(() => {
    const element = document.getElementById(id)
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      setShown(element.value)
    }
  })
  return [shown, setShown] as const
}
