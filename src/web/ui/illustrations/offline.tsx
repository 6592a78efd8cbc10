import { Illustration } from './illustration.tsx'

/** A plug pulled out of its socket. */
export function OfflineIllustration() {
  return (
    <Illustration>
      <path d="M8 112c22 22 44 8 44-12 0-12 6-20 18-20" />
      <path d="M192 40c-20-20-42-6-42 12 0 14-6 24-18 26" />
      <g transform="rotate(-6 84 80)">
        <path
          d="M68 62h12a10 10 0 0 1 10 10v16a10 10 0 0 1-10 10H68a4 4 0 0 1-4-4V66a4 4 0 0 1 4-4Z"
          className="fill-gold stroke-on-gold"
        />
        <path d="M91 72h11M91 88h11" strokeWidth="4" />
      </g>
      <g transform="rotate(-10 128 78)">
        <rect x="114" y="60" width="26" height="38" rx="9" className="fill-card" />
        <path d="M122 72v2M122 85v2" strokeWidth="4" />
      </g>
      <path d="M104 46l4-12M114 48l10-8M98 112l-2 12M110 112l7 9" className="stroke-link" />
    </Illustration>
  )
}
