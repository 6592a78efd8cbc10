import { Fragment } from 'react'

/** "Posted Oct 2 · renewed Nov 9": a line breaks before a dot, inside a part only if that is wider than the line. */
export function DottedText({ children }: { children: string }) {
  const [first, ...rest] = children.split(' · ')
  return (
    <>
      <span className="inline-block">{first}</span>
      {rest.map((part) => (
        <Fragment key={part}>
          {' '}
          <span className="inline-block">{`· ${part}`}</span>
        </Fragment>
      ))}
    </>
  )
}
