/** Shows the first letter of a name, because accounts have no picture. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      className="grid size-13 flex-none place-items-center rounded-card bg-link font-bold font-display text-paper text-xl"
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
