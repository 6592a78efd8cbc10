import { Illustration } from './illustration.tsx'

/** A notice board with one note on it. */
export function EmptyIllustration() {
  return (
    <Illustration>
      <path d="M62 122l-10 20M138 122l10 20" />
      <rect x="24" y="16" width="152" height="106" rx="14" className="fill-card" />
      <rect x="35" y="27" width="130" height="84" rx="7" className="fill-soft stroke-none" />
      <g className="stroke-field" strokeWidth="2" strokeDasharray="5 6">
        <rect x="46" y="38" width="30" height="26" rx="5" />
        <rect x="46" y="74" width="30" height="26" rx="5" />
        <rect x="124" y="38" width="30" height="26" rx="5" />
        <rect x="124" y="74" width="30" height="26" rx="5" />
      </g>
      <g transform="rotate(7 100 70)" className="stroke-on-gold">
        <rect x="82" y="48" width="36" height="44" rx="6" className="fill-gold" />
        <path d="M91 66h18M91 75h18M91 84h10" strokeWidth="2.5" />
      </g>
      <circle cx="103" cy="49" r="5.5" className="fill-link" />
    </Illustration>
  )
}
