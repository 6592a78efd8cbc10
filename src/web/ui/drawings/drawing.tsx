import type { ReactNode } from 'react'

/** The frame of every drawing: ink outlines, the brand's colours, nothing said that the text does not say. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      className="drawing stroke-ink"
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
