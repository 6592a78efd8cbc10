import {
  ChevronLeftIcon,
  ChevronRightIcon,
  Maximize2Icon,
  ZoomInIcon,
  ZoomOutIcon,
} from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import { Photo, type PhotoSource } from './photo.tsx'
import { wrapIndex } from './wrap-index.ts'

export type CarouselProps = {
  photos: readonly PhotoSource[]
  /** The accessible name. */
  label: string
  sizes?: string
  /** Shown when there are no photos. */
  placeholder?: ReactNode
  initialIndex?: number
  /** Takes the height of its container instead of 4:3. */
  fill?: boolean
  /** Adds a button for a larger view. */
  onEnlarge?: (index: number) => void
  /** Makes a photo larger by a button or a double tap. The stylesheet of the photo viewer says how large. */
  zoomable?: boolean
}

/** The pause after which scrolling counts as ended. Some browsers have no event for the end of scrolling. */
const scrollEndDelayMs = 100

/** How far an arrow key moves a zoomed photo, in pixels. */
const panStep = 120

/** Makes the track focusable, because some browsers do not do this for scroll containers. */
const focusable = { tabIndex: 0 }

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Photos in a scroll-snap track, with arrows that wrap and thumbnails. */
export function Carousel({
  photos,
  label,
  sizes,
  placeholder,
  initialIndex = 0,
  fill = false,
  onEnlarge,
  zoomable = false,
}: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const scrollTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [index, setIndex] = useState(initialIndex)
  const [zoomedIndex, setZoomedIndex] = useState<number>()
  const isZoomed = zoomedIndex === index
  // A photo fits the screen again once the reader has moved on.
  if (zoomedIndex !== undefined && !isZoomed) setZoomedIndex(undefined)
  const count = photos.length
  const positionLabel = (position: number) => `Photo ${position + 1} of ${count}`

  useEffect(() => () => clearTimeout(scrollTimer.current), [])
  useEffect(() => {
    const element = track.current
    if (!element || initialIndex === 0) return
    // Inside a closed dialog the track has no width.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      observer.disconnect()
      element.scrollTo({ left: initialIndex * element.clientWidth, behavior: 'instant' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [initialIndex])

  const goTo = (position: number) => {
    const next = wrapIndex(position, count)
    const element = track.current
    setIndex(next)
    element?.scrollTo({
      left: next * element.clientWidth,
      behavior: Math.abs(next - index) > 1 ? 'instant' : 'auto',
    })
  }
  const handleScroll = () => {
    clearTimeout(scrollTimer.current)
    scrollTimer.current = setTimeout(() => {
      const element = track.current
      if (element) setIndex(Math.round(element.scrollLeft / element.clientWidth))
    }, scrollEndDelayMs)
  }
  const currentSlide = () => track.current?.children[index]
  const handleKeyDown = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? [0, 0]
    if (isZoomed && (x || y)) {
      event.preventDefault()
      currentSlide()?.scrollBy(x * panStep, y * panStep)
    } else if (x && count > 1) {
      event.preventDefault()
      goTo(index + x)
    }
  }
  /** Zooms in with this point of the slide in the middle, or shows the whole photo again. Both numbers go from 0 to 1. */
  const toggleZoom = (x = 0.5, y = 0.5) => {
    const slide = currentSlide()
    if (!slide) return
    // The slide can only scroll once its photo is larger.
    flushSync(() => setZoomedIndex(isZoomed ? undefined : index))
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = slide
    slide.scrollTo(x * scrollWidth - clientWidth / 2, y * scrollHeight - clientHeight / 2)
  }
  const handleDoubleClick = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    toggleZoom((clientX - left) / width, (clientY - top) / height)
  }

  const clickable = {
    ...(onEnlarge && { onClick: () => onEnlarge(index) }),
    ...(zoomable && { onDoubleClick: handleDoubleClick }),
  }

  if (count === 0) {
    return <div className="carousel-stage aspect-5/2">{placeholder}</div>
  }
  return (
    <section
      className={classNames('carousel', fill && 'carousel-fill')}
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={handleKeyDown}
    >
      <div className="carousel-stage">
        <ul
          ref={track}
          className="carousel-track"
          {...focusable}
          {...clickable}
          onScroll={handleScroll}
        >
          {photos.map((photo, position) => (
            <li key={photo.src ?? position} data-zoomed={position === zoomedIndex || undefined}>
              <Photo
                {...photo}
                sizes={sizes}
                contain
                // The blurred preview fills the margins around a photo of another shape.
                className={fill ? undefined : 'bg-cover'}
                priority={position === initialIndex}
              />
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
            <Maximize2Icon size={20} />
          </button>
        )}
        {zoomable && (
          <button
            type="button"
            className="carousel-enlarge"
            aria-label="Zoom in"
            aria-pressed={isZoomed}
            onClick={() => toggleZoom()}
          >
            {isZoomed ? <ZoomOutIcon size={20} /> : <ZoomInIcon size={20} />}
          </button>
        )}
        {count > 1 && (
          <>
            <Arrow direction="left" label="Previous photo" onClick={() => goTo(index - 1)} />
            <Arrow direction="right" label="Next photo" onClick={() => goTo(index + 1)} />
            <span className="carousel-count" aria-hidden="true">
              {index + 1} / {count}
            </span>
            <span className="sr-only" aria-live="polite">
              {positionLabel(index)}
            </span>
          </>
        )}
      </div>
      {count > 1 && (
        <Thumbnails photos={photos} index={index} positionLabel={positionLabel} onSelect={goTo} />
      )}
    </section>
  )
}

function Arrow(props: { direction: 'left' | 'right'; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="carousel-arrow"
      data-direction={props.direction}
      aria-label={props.label}
      onClick={props.onClick}
    >
      {props.direction === 'left' ? <ChevronLeftIcon size={20} /> : <ChevronRightIcon size={20} />}
    </button>
  )
}

function Thumbnails({
  photos,
  index,
  positionLabel,
  onSelect,
}: {
  photos: readonly PhotoSource[]
  index: number
  positionLabel: (position: number) => string
  onSelect: (position: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)

  // This sets the row's own scroll position, because scrollIntoView would scroll the page as well.
  useEffect(() => {
    const row = list.current
    const thumb = row?.children[index]
    if (!row || !(thumb instanceof HTMLElement)) return
    row.scrollTo({ left: thumb.offsetLeft - (row.clientWidth - thumb.clientWidth) / 2 })
  }, [index])

  // Hidden on phones: people swipe there, and the title needs the room.
  return (
    <ul ref={list} className="carousel-thumbs max-sm:hidden">
      {photos.map((photo, position) => (
        <li key={photo.src ?? position}>
          <button
            type="button"
            className="carousel-thumb"
            aria-label={positionLabel(position)}
            aria-current={position === index || undefined}
            onClick={() => onSelect(position)}
          >
            <Photo {...photo} alt="" sizes="92px" className="carousel-thumb-photo" />
          </button>
        </li>
      ))}
    </ul>
  )
}
