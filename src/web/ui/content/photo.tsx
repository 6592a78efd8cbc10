import { type CSSProperties, useState } from 'react'
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

/** The source of a photo. Without `src`, a placeholder is shown, or nothing while the source is pending. */
export type PhotoSource = { alt: string } & (Image | { src?: undefined; isPending?: boolean })

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
  const [failedSrc, setFailedSrc] = useState<string>()
  if (source.src === undefined && source.isPending) return <div className="photo skeleton" />
  if (source.src === undefined || failedSrc === src) return <NoPhoto label="No image" />
  const { preview, ...image } = source
  return (
    <img
      {...image}
      // An image that failed before hydration does not fire an error event again. An effect for each photo takes longer.
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) setFailedSrc(src)
      }}
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
