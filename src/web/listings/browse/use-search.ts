import { useEffect, useRef } from 'react'

const pauseMs = 250

/**
 * Searches for what a form's first input holds. The input keeps its own text, so that nothing typed is
 * ever lost, and a search is one step back, however many letters it took.
 */
export function useSearch(q: string, search: (text: string, replace: boolean) => void) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = useRef(q)
  const hasStep = useRef(false)
  const latest = useRef(search)
  const input = () => form.current?.querySelector('input')

  useEffect(() => {
    latest.current = search
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (q === searched.current) return
    // Not what was typed here: Back, "Clear all" or a link changed it.
    clearTimeout(timer.current)
    searched.current = q
    const box = form.current?.querySelector('input')
    if (box) box.value = q
  }, [q])

  const searchNow = () => {
    clearTimeout(timer.current)
    const text = input()?.value.trim() ?? ''
    if (text === searched.current) return
    searched.current = text
    latest.current(text, hasStep.current)
    hasStep.current = true
  }
  const searchSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(searchNow, pauseMs)
  }
  const startOver = () => {
    hasStep.current = false
  }
  return { form, searchNow, searchSoon, startOver }
}
