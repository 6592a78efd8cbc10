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
  /** The first thing seen: loaded at once and before all others, which wait until they are near. */
  first?: boolean | undefined
  className?: string | undefined
}

export function Photo({ preview, first, className, alt, ...image }: PhotoProps) {
  return (
    <img
      {...image}
      alt={alt}
      className={classNames('photo', className)}
      style={preview ? previewStyle(preview) : undefined}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
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
