const paths = {
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up-right': 'M7 17L17 7M8.5 7H17v8.5',
  alert: 'M12 8v4.5M12 16v.01M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  down: 'M6 9.5l6 6 6-6',
  enlarge: 'M14 5h5v5M10 19H5v-5M19 5l-6 6M5 19l6-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.4 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.1M10.2 10.3a2.5 2.5 0 0 0 3.5 3.5',
  left: 'M14.5 6l-6 6 6 6',
  mail: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM3.5 7.5l8.5 6 8.5-6',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  pencil: 'M4 20l1-4.5L16.5 4a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19ZM14 6.5l3.5 3.5',
  right: 'M9.5 6l6 6-6 6',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20.5 20.5',
  sliders: 'M4 6h9M17 6h3M13 3.5v5M4 12h3M11 12h9M7 9.5v5M4 18h7M15 18h5M15 15.5v5',
  trash:
    'M4 6.5h16M9 6.5v-2a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6 6.5l.8 12.6A1.5 1.5 0 0 0 8.3 20.5h7.4a1.5 1.5 0 0 0 1.5-1.4L18 6.5M10 11v5M14 11v5',
  x: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
}

export type IconName = keyof typeof paths

/** Icons used on several pages. Hidden from screen readers: each stands beside its text or in a labelled button. */
export function Icon({ name, ...props }: IconProps & { name: IconName }) {
  return <PathIcon d={paths[name]} {...props} />
}

type IconProps = { size?: number; className?: string; filled?: boolean }

/** An icon used on one page only is written there, so that no other page loads it. */
export function PathIcon({
  d,
  size = 20,
  className,
  filled = false,
}: IconProps & {
  /** SVG path data in a 24 by 24 view box. */
  d: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
