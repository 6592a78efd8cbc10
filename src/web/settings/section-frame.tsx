import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '../ui/content/badge.tsx'

/** The subject of a section, with its content below or beside it. With a summary, it is a row that a press opens. */
export function SectionFrame({
  id,
  title,
  text,
  summary,
  isUnsaved = false,
  children,
}: {
  id: string
  title: string
  text?: string | undefined
  summary?: string | undefined
  /** Whether something was typed and not saved. */
  isUnsaved?: boolean
  children: ReactNode
}) {
  const help = text && <p className="max-w-prose text-ink-2">{text}</p>
  if (summary === undefined) {
    return (
      <section aria-labelledby={id} className={`${columns} border-line border-t py-8 lg:py-10`}>
        <div className="grid content-start gap-2">
          <h2 id={id} tabIndex={-1} className="title-3 scroll-mt-6 outline-none">
            {title}
          </h2>
          {help}
        </div>
        {children}
      </section>
    )
  }
  return (
    <section aria-labelledby={id} className="border-line border-b">
      <Fold id={id}>
        <summary className="flex cursor-pointer items-center gap-3 rounded-chip py-3.5">
          <hgroup className="grid min-w-0 flex-1 gap-0.5">
            <h2 id={id} className="title-4">
              {title}
            </h2>
            <p dir="auto" className="line-clamp-1 text-ink-2 text-sm">
              {summary}
            </p>
          </hgroup>
          {isUnsaved && <Badge variant="sun">Not saved</Badge>}
        </summary>
        <div className={`${columns} pt-2 pb-8`}>
          <div>{help}</div>
          {children}
        </div>
      </Fold>
    </section>
  )
}

const columns = 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-12'

/** A closed section stays mounted, so that it keeps what was typed. Opening one closes the others. */
function Fold({ id, children }: { id: string; children: ReactNode }) {
  const { hash, key } = useLocation()
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Each press on a link has another key.
    if (key && hash === `#${id}` && fold.current) fold.current.open = true
  }, [hash, key, id])
  return (
    <details
      ref={fold}
      name="section"
      // A section above that closes moves this one up, perhaps out of sight.
      onToggle={({ currentTarget: { open, firstElementChild: row } }) => {
        if (open) row?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {children}
    </details>
  )
}
