import type { ReactNode } from 'react'

/** The SVG root of every illustration. Screen readers skip it, because the text beside it says the same. */
export function Illustration({ children }: { children: ReactNode }) {
  return (
    <svg
      className="mb-2 h-auto w-36 max-w-full sm:w-50 stroke-ink"
      viewBox="0 0 200 150"
      width="200"
      height="150"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
