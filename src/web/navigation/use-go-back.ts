import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** For the link to a list so many history entries before: like the browser's Back, which returns to what was pressed there. */
export function useGoBack(steps: number | undefined) {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    if (!steps || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-steps)
  }
}
