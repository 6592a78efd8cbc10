import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { NoPhoto } from './no-photo.tsx'

type Image = {
  src: string
  srcSet?: string | undefined
  width: number
  height: number
  /** The background while the photo loads: the URL of a tiny image, or a colour. */
  preview?: string | null | undefined
}

/** The source of a photo. Without `src`, a placeholder is shown. */
export type PhotoSource = { alt: string } & (Image | { src?: undefined })

export type PhotoProps = PhotoSource & {
  sizes?: string | undefined
  /** Loads the photo eagerly and first. All other photos are lazy. */
  priority?: boolean | undefined
  /** Shows the whole photo instead of filling the box. */
  contain?: boolean | undefined
  className?: string | undefined
}

/** A photo that fills its container. A placeholder replaces a photo that fails to load. */
export function Photo({ sizes, priority, contain, className, alt, ...source }: PhotoProps) {
  const { src } = source
  const element = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string>()
  // An image that failed before hydration does not fire an error event again.
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
