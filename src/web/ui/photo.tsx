import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'

export type PhotoSource = {
  src: string
  srcSet?: string | undefined
  width: number
  height: number
  /** What to show until the photo is there: a tiny image's URL, or a colour. */
  preview?: string | null | undefined
  alt: string
}

export type PhotoProps = PhotoSource & {
  sizes?: string | undefined
  /** Among the first things seen: loaded at once instead of when scrolled near. */
  eager?: boolean | undefined
  className?: string | undefined
}

export function Photo({ preview, eager = false, className, alt, ...image }: PhotoProps) {
  return (
    <img
      {...image}
      alt={alt}
      className={classNames('photo', className)}
      style={preview ? previewStyle(preview) : undefined}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
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
