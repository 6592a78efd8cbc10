import { Fragment } from 'react'

/**
 * Shows a text such as "Posted Oct 2 · renewed Nov 9". Lines break after a dot. A part breaks only if it is wider than the
 * line.
 */
export function DottedText({ children }: { children: string }) {
  const parts = children.split(' · ')
  const last = parts.pop()
  return (
    <>
      {parts.map((part) => (
        <Fragment key={part}>
          <span className="inline-block max-w-full">{`${part}\u00a0·`}</span>{' '}
        </Fragment>
      ))}
      <span className="inline-block max-w-full">{last}</span>
    </>
  )
}
