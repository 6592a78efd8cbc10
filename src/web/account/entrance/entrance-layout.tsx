import './account-scene.css'
import './entrance-layout.css'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { campus } from '#campus/campus.ts'
import scene from '../../assets/campus-evening.svg'
import { classNames } from '../../ui/class-names.ts'
import { ReadEmailContext } from './typed-email.tsx'

interface EntranceLayoutProps {
  title: string
  lead?: ReactNode
  /** Focuses the heading. Set after a submit, when the form that had the focus is gone. */
  focusHeading?: boolean
  wide?: boolean
  children: ReactNode
}

/** Four tiles of the path are the mark of the built-in campus. For another brand, the last one is like the others. */
const plainTiles = { '--scene-tile': 'var(--scene-shade, #d9c9b3)' } as CSSProperties

/** One card over an illustration of the campus, filling the screen under the header. */
export function EntranceLayout({ title, lead, focusHeading, wide, children }: EntranceLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const readEmail = useRef(null)
  useEffect(() => {
    if (focusHeading) heading.current?.focus()
  }, [focusHeading])
  return (
    <div className="entrance-layout" data-fill-screen>
      <svg
        className="account-scene"
        viewBox="0 0 1440 836"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        style={campus.hasOwnMark ? undefined : plainTiles}
      >
        <use href={`${scene}#campus`} />
      </svg>
      <div className={classNames('entrance-layout-card', wide && 'entrance-layout-wide')}>
        <h1 ref={heading} tabIndex={-1} className="title-2 outline-none">
          {title}
        </h1>
        {lead && <p className="mt-3 text-ink-2">{lead}</p>}
        <ReadEmailContext value={readEmail}>{children}</ReadEmailContext>
      </div>
    </div>
  )
}
