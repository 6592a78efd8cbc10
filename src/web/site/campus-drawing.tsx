/** One purple for light and dark: the token is too bright for walls in the dark. */
const purple = '#5b2fb0'

/** Buildings far away, a little nearer than the sky. */
const haze = 'color-mix(in oklab, var(--color-soft), var(--color-link) 14%)'

/** Paler than the trees in the light, and darker in the dark. */
const grass = 'color-mix(in oklab, var(--color-ok), var(--color-paper) 55%)'

const windows = (x: number, y: number, columns: number, rows: number) =>
  Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    return `M${x + column * 18} ${y + row * 22}h8v11h-8z`
  }).join('')

/** A path as wide as a tree with its trunk. */
const tree = (x: number) =>
  `M${x} 236c-20 0-27-16-18-28-6-14 8-27 18-24 10-3 24 10 18 24 9 12 2 28-18 28z`

/** The campus as a skyline. The colours are tokens, so that it fits light and dark. */
export function CampusDrawing({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 30 560 210"
      width="560"
      height="210"
      preserveAspectRatio="xMidYMax meet"
      className={className}
      aria-hidden="true"
    >
      <circle cx="426" cy="66" r="34" fill="var(--color-gold)" />
      <Skyline />
    </svg>
  )
}

/** The campus under a high sky, for a box of any height. What does not fit is cut off at the sides and at the top. */
export function CampusScene({ className }: { className: string }) {
  return (
    // The size is that of the box, whose height depends on what is beside it.
    <div className={`relative overflow-hidden ${className}`}>
      <svg
        viewBox="56 -316 448 580"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <circle cx="404" cy="-190" r="46" fill="var(--color-gold)" />
        <g className="fill-card within-dark:fill-ink within-dark:opacity-10">
          <path d={[cloud(104, -206, 1), cloud(330, -128, 0.8), cloud(150, -60, 0.6)].join('')} />
        </g>
        <Skyline />
        <path d="M0 238H560V270H0z" fill={grass} />
      </svg>
    </div>
  )
}

/** A path as a flat cloud whose lower left corner is here. */
const cloud = (x: number, y: number, size: number) =>
  `M${x} ${y}h${96 * size}a${17 * size} ${17 * size} 0 0 0 0-${34 * size}a${26 * size} ${26 * size} 0 0 0-${46 * size}-${10 * size}a${20 * size} ${20 * size} 0 0 0-${34 * size} ${10 * size}a${17 * size} ${17 * size} 0 0 0-${16 * size} ${34 * size}z`

function Skyline() {
  return (
    <>
      <g fill={haze}>
        <path d="M0 240V150h70v-26h60v26h60v-70h90v60h80v-34h70v52h130v82z" />
      </g>
      <g fill={purple}>
        <path d="M64 240V152l62-36 62 36v88z" />
        <path d="M254 240V92h18V66l18-30 18 30v26h18v148z" />
        <path d="M372 240V134h128v106z" />
      </g>
      <g fill="var(--color-gold)">
        <path d={windows(88, 166, 5, 2)} />
        <path d={windows(270, 128, 3, 4)} />
        <path d={windows(388, 150, 6, 3)} />
      </g>
      <circle cx="290" cy="80" r="11" fill="#fff" />
      <path d="M290 73v7l5 3" fill="none" stroke={purple} strokeWidth="2" strokeLinecap="round" />
      <path d="M114 240v-26h24v26zM278 240v-20h24v20z" fill="var(--color-paper)" />
      <g fill="var(--color-ok)">
        <path d={[tree(30), tree(222), tree(350), tree(530)].join('')} />
      </g>
      <path
        d="M30 226v14M222 226v14M350 226v14M530 226v14"
        stroke="var(--color-ink-2)"
        strokeWidth="4"
      />
    </>
  )
}
