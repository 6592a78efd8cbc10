import { Illustration } from './illustration.tsx'

/** A golden square that has fallen out of the brand mark, or out of an empty frame. */
export function NotFoundIllustration({ hasMark = true }: { hasMark?: boolean }) {
  return (
    <Illustration>
      <path d="M20 138h160" className="stroke-field" />
      {hasMark ? <MarkWithGap /> : <EmptyFrame />}
      <path
        d="M150 82c6 2 10 6 12 11M153 71c9 2 15 7 19 15"
        className="stroke-field"
        strokeWidth="2"
      />
      <g transform="rotate(33 152 116)" className="stroke-on-gold">
        <rect x="134" y="98" width="36" height="36" rx="11" className="fill-gold" />
        <path d="M146 112v2M158 112v2M147 123c3-3 7-3 10 0" strokeWidth="2.5" />
      </g>
    </Illustration>
  )
}

function MarkWithGap() {
  return (
    <>
      <g className="fill-ink stroke-none">
        <rect x="52" y="18" width="44" height="44" rx="14" />
        <rect x="103" y="18" width="44" height="44" rx="14" />
        <rect x="52" y="69" width="44" height="44" rx="14" />
      </g>
      <rect
        x="105"
        y="71"
        width="40"
        height="40"
        rx="12"
        className="stroke-field"
        strokeWidth="2"
        strokeDasharray="5 6"
      />
    </>
  )
}

function EmptyFrame() {
  return (
    <rect
      x="52"
      y="18"
      width="95"
      height="95"
      rx="18"
      className="stroke-field"
      strokeWidth="2"
      strokeDasharray="5 6"
    />
  )
}
