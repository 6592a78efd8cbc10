import type { ChangedLine, TextChange } from '#contract/site-texts.ts'

/** Shows changed lines: what was added is underlined, and what was removed is struck through. */
export function TextChangeList({ changes }: { changes: readonly TextChange[] }) {
  if (changes.length === 0) return <p>Only the formatting has changed.</p>
  return (
    <ul className="grid grid-cols-1 gap-4">
      {changes.map(({ heading, lines }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={index} className="border-line border-l-4 pl-4">
          {heading !== null && (
            <p dir="auto" className="text-ink-2 text-sm">
              {heading}
            </p>
          )}
          {lines.map((line, lineIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <p key={lineIndex} dir="auto" className="measure mt-1">
              <Line line={line} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Browsers draw a line below `ins` and one through `del`. Screen readers say nothing about them, so words do. */
function Line({ line }: { line: ChangedLine }) {
  return line.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'same') return <span key={key}>{text}</span>
    const isAdded = kind === 'added'
    const Tag = isAdded ? 'ins' : 'del'
    return (
      <Tag key={key} className={isAdded ? 'font-semibold' : 'text-ink-2'}>
        <span className="sr-only">{isAdded ? ' Added: ' : ' Removed: '}</span>
        {text}
      </Tag>
    )
  })
}
