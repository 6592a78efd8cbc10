import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')

/**
 * Accepts files dropped or pasted anywhere on the page; true while files are dragged over it.
 * Without it, the browser would open a file dropped beside the field in place of the page.
 */
export function useDropAndPaste(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const handleFiles = useEffectEvent(onFiles)

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (!event.relatedTarget) setDraggedOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedOver(false)
      handleFiles([...(event.dataTransfer?.files ?? [])])
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      handleFiles(files)
    }
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => listeners.abort()
  }, [])

  return isDraggedOver
}
