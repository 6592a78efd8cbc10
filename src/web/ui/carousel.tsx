import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { Photo, type PhotoSource } from './photo.tsx'
import { wrapIndex } from './wrap-index.ts'

export type CarouselProps = {
  photos: readonly PhotoSource[]
  /** What the photos show, for screen readers. */
  label: string
  sizes?: string
  /** Shown when there are no photos. */
  placeholder?: ReactNode
  /** The photo to begin with. */
  startAt?: number
  /** Adds a way to see the photo larger. */
  onEnlarge?: (index: number) => void
}

/** How long the track must be still before its position counts as chosen. */
const SETTLED_MS = 100

/** What scrolls must be reachable by keyboard, even where the browser does not see to it. */
const reachable = { tabIndex: 0 }

/** Photos in a row: swiped, stepped through with arrows that go round, or picked by thumbnail. */
export function Carousel({
  photos,
  label,
  sizes,
  placeholder,
  startAt = 0,
  onEnlarge,
}: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [index, setIndex] = useState(startAt)
  const count = photos.length
  const name = (position: number) => `Photo ${position + 1} of ${count}`

  useEffect(() => () => clearTimeout(settling.current), [])
  useEffect(() => {
    const element = track.current
    if (!element || startAt === 0) return
    // Inside a dialog that is about to open it has no width yet.
    const sizing = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      sizing.disconnect()
      element.scrollTo({ left: startAt * element.clientWidth, behavior: 'instant' })
    })
    sizing.observe(element)
    return () => sizing.disconnect()
  }, [startAt])

  const show = (wanted: number) => {
    const next = wrapIndex(wanted, count)
    const element = track.current
    setIndex(next)
    element?.scrollTo({
      left: next * element.clientWidth,
      behavior: Math.abs(next - index) > 1 ? 'instant' : 'auto',
    })
  }
  const followSwipe = () => {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      const element = track.current
      if (element) setIndex(Math.round(element.scrollLeft / element.clientWidth))
    }, SETTLED_MS)
  }
  const followKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step || count < 2) return
    event.preventDefault()
    show(index + step)
  }

  const pressing = onEnlarge && { onClick: () => onEnlarge(index) }

  if (count === 0) return <div className="carousel-stage">{placeholder}</div>
  return (
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={followKey}
    >
      <div className="carousel-stage">
        <ul
          ref={track}
          className="carousel-track"
          {...reachable}
          {...pressing}
          onScroll={followSwipe}
        >
          {photos.map((photo, position) => (
            <li key={photo.src}>
              <Photo {...photo} sizes={sizes} first={position === startAt} />
            </li>
          ))}
        </ul>
        {onEnlarge && (
          <button
            type="button"
            className="carousel-enlarge"
            aria-label="View full screen"
            onClick={() => onEnlarge(index)}
          >
            <Icon name="enlarge" />
          </button>
        )}
        {count > 1 && (
          <>
            <Arrow direction="left" label="Previous photo" onPress={() => show(index - 1)} />
            <Arrow direction="right" label="Next photo" onPress={() => show(index + 1)} />
            <span className="carousel-count" aria-hidden="true">
              {index + 1} / {count}
            </span>
            <span className="sr-only" aria-live="polite">
              {name(index)}
            </span>
          </>
        )}
      </div>
      {count > 1 && <Thumbnails photos={photos} index={index} name={name} onPick={show} />}
    </section>
  )
}

function Arrow(props: { direction: 'left' | 'right'; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="carousel-arrow"
      data-direction={props.direction}
      aria-label={props.label}
      onClick={props.onPress}
    >
      <Icon name={props.direction} />
    </button>
  )
}

function Thumbnails({
  photos,
  index,
  name,
  onPick,
}: {
  photos: readonly PhotoSource[]
  index: number
  name: (position: number) => string
  onPick: (position: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)

  // Not scrollIntoView: that would move the page as well.
  useEffect(() => {
    const row = list.current
    const thumb = row?.children[index]
    if (!row || !(thumb instanceof HTMLElement)) return
    row.scrollTo({ left: thumb.offsetLeft - (row.clientWidth - thumb.clientWidth) / 2 })
  }, [index])

  return (
    <ul ref={list} className="carousel-thumbs">
      {photos.map((photo, position) => (
        <li key={photo.src}>
          <button
            type="button"
            className="carousel-thumb"
            aria-label={name(position)}
            aria-current={position === index || undefined}
            onClick={() => onPick(position)}
          >
            <Photo {...photo} alt="" sizes="92px" />
          </button>
        </li>
      ))}
    </ul>
  )
}
