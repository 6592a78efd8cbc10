/** Says what changes, a sentence for each difference. */
export function ChangeList({ changes }: { changes: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {changes.map((change) => (
        <li key={change} dir="auto">
          {change}
        </li>
      ))}
    </ul>
  )
}
