/** Says what changes, a sentence for each difference. */
export function ChangeList({ changes }: { changes: readonly string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-1">
      {changes.map((change) => (
        <li key={change} dir="auto">
          {change}
        </li>
      ))}
    </ul>
  )
}
