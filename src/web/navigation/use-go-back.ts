import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * Makes a link to an earlier list go back that many history entries. Like the browser's Back, this returns to the scroll
 * position and the pressed link.
 */
export function useGoBack(steps: number | undefined) {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    if (!steps || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-steps)
  }
}
