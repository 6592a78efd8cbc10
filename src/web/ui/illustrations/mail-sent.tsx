import { Illustration } from './illustration.tsx'

/** An envelope with a check mark. */
export function MailSentIllustration() {
  return (
    <Illustration>
      <path d="M14 58h26M6 78h30M18 98h20" className="stroke-field" />
      <g transform="rotate(-6 112 78)">
        <rect x="52" y="36" width="122" height="84" rx="13" className="fill-card" />
        <path d="M56 44l48 38a14 14 0 0 0 18 0l48-38" />
        <path d="M56 113l34-30M170 113l-34-30" className="stroke-line" />
      </g>
      <g transform="rotate(11 164 112)" className="stroke-on-gold">
        <rect x="144" y="92" width="40" height="40" rx="12" className="fill-gold" />
        <path d="M155 112l7 7 12-14" />
      </g>
    </Illustration>
  )
}
