import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'

export type PhotoSource = {
  src: string
  srcSet?: string | undefined
  width: number
  height: number
  /** Background while the photo loads: the URL of a tiny image, or a colour. */
  preview?: string | null | undefined
  alt: string
}

export type PhotoProps = PhotoSource & {
  sizes?: string | undefined
  /** Loaded eagerly and first; all others are lazy. */
  priority?: boolean | undefined
  /** Shows the whole photo instead of filling the box. */
  contain?: boolean | undefined
  className?: string | undefined
}

/** Fills its container. */
export function Photo({ preview, priority, contain, className, alt, ...image }: PhotoProps) {
  return (
    <img
      {...image}
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
