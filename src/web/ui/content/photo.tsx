import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { NoPhoto } from './no-photo.tsx'

type Image = {
  src: string
  srcSet?: string | undefined
  width: number
  height: number
  /** Background while the photo loads: the URL of a tiny image, or a colour. */
  preview?: string | null | undefined
}

/** A source without `src` shows a placeholder. */
export type PhotoSource = { alt: string } & (Image | { src?: undefined })

export type PhotoProps = PhotoSource & {
  sizes?: string | undefined
  /** Loaded eagerly and first; all others are lazy. */
  priority?: boolean | undefined
  /** Shows the whole photo instead of filling the box. */
  contain?: boolean | undefined
  className?: string | undefined
}

/** Fills its container; a placeholder stands for a photo that fails to load. */
export function Photo({ sizes, priority, contain, className, alt, ...source }: PhotoProps) {
  const { src } = source
  const element = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string>()
  // An image that failed before hydration fires no more error event.
  useEffect(() => {
    if (element.current?.complete && element.current.naturalWidth === 0) setFailedSrc(src)
  }, [src])
  if (source.src === undefined || failedSrc === src) return <NoPhoto label="No image" />
  const { preview, ...image } = source
  return (
    <img
      {...image}
      ref={element}
      onError={() => setFailedSrc(src)}
      sizes={sizes}
      alt={alt}
      className={classNames('photo', contain && 'photo-contain', className)}
      style={preview ? previewStyle(preview) : undefined}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      draggable={false}
    />
  )
}

function previewStyle(preview: string): CSSProperties {
  return preview.startsWith('#')
    ? { backgroundColor: preview }
    : { backgroundImage: `url(${JSON.stringify(preview)})` }
}
