import { campus } from '#campus/campus.ts'
import { fitLogo } from '#campus/logo.ts'
import { BrandMark } from '../ui/content/brand-mark.tsx'

const box = { width: 120, height: 28 }

/** The logo of the site, its mark, or the first letter of its name. */
export function SiteMark() {
  if (campus.hasOwnMark) return <BrandMark />
  if (campus.logo) return <img src={campus.logo} alt="" {...fitLogo(campus.logo, box)} />
  return <InitialMark />
}

/** What stands for a brand without a logo. */
export function InitialMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 place-items-center rounded-chip bg-gold font-bold font-display text-on-gold"
    >
      {campus.initial}
    </span>
  )
}
