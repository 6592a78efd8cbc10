/** Shows the first letter of a name, because accounts have no picture. */
export function Avatar({ name, isSmall = false }: { name: string; isSmall?: boolean }) {
  const size = isSmall ? 'size-11 text-lg' : 'size-13 text-xl'
  return (
    <span
      className={`grid ${size} flex-none place-items-center rounded-card bg-link font-bold font-display text-paper`}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
