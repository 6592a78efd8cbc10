import './account-scene.css'
import './account-screen.css'
import { type ReactNode, useEffect, useRef } from 'react'
import campus from '../assets/campus-evening.svg'

interface AccountScreenProps {
  title: string
  lead?: ReactNode
  /** What the form led to: the new heading takes the focus that the form had. */
  isOutcome?: boolean
  children: ReactNode
}

/** One card over the campus in the evening, filling the screen under the header. */
export function AccountScreen({ title, lead, isOutcome, children }: AccountScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOutcome) heading.current?.focus()
  }, [isOutcome])
  return (
    <div className="account-screen">
      <svg
        className="account-scene"
        viewBox="0 0 1440 836"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <use href={`${campus}#campus`} />
      </svg>
      <div className="account-card">
        <h1 ref={heading} tabIndex={-1} className="title-2 outline-none">
          {title}
        </h1>
        {lead && <p className="mt-3 text-ink-2">{lead}</p>}
        {children}
      </div>
    </div>
  )
}
