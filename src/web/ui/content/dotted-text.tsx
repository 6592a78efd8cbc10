import { Fragment } from 'react'

/** "Posted Oct 2 · renewed Nov 9": a line breaks after a dot, inside a part only if that is wider than the line. */
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
