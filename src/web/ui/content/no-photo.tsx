/** A placeholder where there is no photo. In a small box its label is for screen readers only. */
export function NoPhoto({ label }: { label: string }) {
  return (
    <div className="@container grid size-full place-content-center justify-items-center gap-2 text-ink-2 text-sm">
      <svg className="w-18 max-w-[50cqi]" viewBox="0 0 72 60" fill="none" aria-hidden="true">
        <rect
          x="5"
          y="9"
          width="54"
          height="44"
          rx="9"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeDasharray="5 5"
          opacity="0.6"
        />
        <path
          d="M13 45l11-13 8 8 7-9 12 14"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect
          x="47"
          y="3"
          width="19"
          height="19"
          rx="6"
          className="fill-gold"
          transform="rotate(11 56.5 12.5)"
        />
      </svg>
      <span className="sr-only @min-[10rem]:not-sr-only">{label}</span>
    </div>
  )
}
