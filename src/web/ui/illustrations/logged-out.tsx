import { Illustration } from './illustration.tsx'

/** A key on a hook. */
export function LoggedOutIllustration() {
  return (
    <Illustration>
      <rect x="46" y="12" width="108" height="28" rx="12" className="fill-soft" />
      <path d="M68 40v8a7 7 0 0 0 14 0M118 40v8a7 7 0 0 0 14 0" />
      <g transform="rotate(8 125 60)" className="stroke-on-gold">
        <path
          d="M113 58h24a9 9 0 0 1 9 9v18a9 9 0 0 1-9 9h-5v40l-7 6-7-6v-6l5-4-5-4v-6l5-4-5-4v-12h-5a9 9 0 0 1-9-9V67a9 9 0 0 1 9-9Z"
          className="fill-gold"
        />
        <circle cx="125" cy="66" r="4.5" className="fill-paper" />
      </g>
      <path d="M75 58v22" className="stroke-field" strokeWidth="2" strokeDasharray="4 6" />
    </Illustration>
  )
}
