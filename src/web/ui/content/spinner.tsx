/** A turning ring. With `label` it is a loading indicator that screen readers announce. */
export function Spinner({ label }: { label?: string }) {
  const ring = (
    <svg className="spinner" viewBox="0 0 24 24" fill="none" strokeWidth="3.5" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
    </svg>
  )
  if (!label) return ring
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-12 text-ink-2">
      {ring}
      {label}
    </div>
  )
}
