/** The logo: four rounded squares, the last one gold and slightly turned. */
export function BrandMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" fill="currentColor" aria-hidden="true">
      <rect width="13" height="13" rx="4.2" />
      <rect x="15" width="13" height="13" rx="4.2" />
      <rect y="15" width="13" height="13" rx="4.2" />
      <rect
        x="16.4"
        y="16.2"
        width="11.2"
        height="11.2"
        rx="3.6"
        className="fill-gold"
        transform="rotate(11 22 21.8)"
      />
    </svg>
  )
}
