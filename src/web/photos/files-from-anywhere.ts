import { useEffect, useEffectEvent, useState } from 'react'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')

/**
 * Takes files dropped or pasted anywhere on the page, and says whether some hover over it now.
 * A file dropped beside the mark would otherwise replace the whole page.
 */
export function useFilesFromAnywhere(onFiles: (files: readonly File[]) => void) {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setHovering(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setHovering(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setHovering(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])

  return hovering
}
