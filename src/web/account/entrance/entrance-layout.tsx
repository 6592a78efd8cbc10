import './account-scene.css'
import './entrance-layout.css'
import { type ReactNode, useEffect, useRef } from 'react'
import campus from '../../assets/campus-evening.svg'
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
      >
        <use href={`${campus}#campus`} />
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
