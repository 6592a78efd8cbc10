import { Illustration } from './illustration.tsx'

/** A note torn in two, its lower half slipping away. */
export function ErrorIllustration() {
  return (
    <Illustration>
      <ellipse cx="100" cy="139" rx="62" ry="5" className="fill-line stroke-none" />
      <g className="stroke-on-gold">
        <path
          d="M62 22h76a7 7 0 0 1 7 7v38l-15 10-14-11-15 11-15-11-15 11-16-10V29a7 7 0 0 1 7-7Z"
          className="fill-gold"
        />
        <path d="M72 44h56M72 56h34" strokeWidth="2.5" />
      </g>
      <g transform="translate(8 11) rotate(9 100 105)">
        <path
          d="M55 79l16 10 15-11 15 11 15-11 14 11 15-10v35a7 7 0 0 1-7 7H62a7 7 0 0 1-7-7Z"
          className="fill-card"
        />
        <path d="M72 100h44M72 110h26" strokeWidth="2.5" className="stroke-field" />
      </g>
      <circle cx="100" cy="20" r="6" className="fill-link" />
      <path d="M160 52l10-6M163 68h12M40 60l-10-5M37 76H25" className="stroke-field" />
    </Illustration>
  )
}
