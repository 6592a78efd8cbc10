import { circle, ellipse, placed, rect, shape, stroke } from '../svg.ts'

/** Drawn about its centre, some 300 across, in the two colours the cover gives it. */
type Motif = (line: string, fill: string) => string

const ring = (count: number, draw: (angle: number, index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw((index * 2 * Math.PI) / count, index)).join('')

const curves: Motif = (line, fill) =>
  shape('M-130 120 V40 C -90 -160 -30 -150 0 0 S 90 130 130 -110 V120 Z', fill, { opacity: 0.35 }) +
  stroke('M-140 -140 V120 H150', line, 9) +
  stroke('M-130 40 C -90 -160 -30 -150 0 0 S 90 130 130 -110', fill, 14) +
  circle(0, 0, 14, line)

const vectors: Motif = (line, fill) =>
  [-120, -60, 0, 60, 120]
    .map((at) => stroke(`M${at} -140 V140 M-140 ${at} H140`, line, 3, { opacity: 0.5 }))
    .join('') +
  shape('M0 0 L120 -60 L60 -180 L-60 -120 Z', fill, {
    opacity: 0.4,
    transform: 'translate(-30 90)',
  }) +
  stroke('M-30 90 L90 30 m-34 -6 l34 6 l-18 30 M-30 90 L-90 -30 m-4 34 l4 -34 l30 18', fill, 13)

const molecule: Motif = (line, fill) => {
  const atoms = ring(6, (angle, index) =>
    circle(
      Math.cos(angle) * 96,
      Math.sin(angle) * 96,
      index % 2 ? 22 : 30,
      index % 2 ? line : fill,
    ),
  )
  const bonds = ring(6, (angle) =>
    stroke(
      `M${Math.cos(angle) * 96} ${Math.sin(angle) * 96} L${Math.cos(angle + Math.PI / 3) * 96} ${Math.sin(angle + Math.PI / 3) * 96}`,
      line,
      10,
    ),
  )
  return (
    bonds +
    stroke('M96 0 L160 -60 M-48 83 L-90 150', line, 10) +
    atoms +
    circle(160, -60, 20, fill) +
    circle(-90, 150, 18, line)
  )
}

const atom: Motif = (line, fill) =>
  [0, 60, 120]
    .map((turn) =>
      ellipse(0, 0, 150, 54, 'none', {
        stroke: line,
        'stroke-width': 8,
        transform: `rotate(${turn})`,
      }),
    )
    .join('') +
  circle(0, 0, 32, fill) +
  circle(150, 0, 14, fill) +
  circle(-75, 130, 14, fill) +
  circle(-75, -130, 14, fill)

const gear = (x: number, y: number, r: number, color: string, hole: string): string =>
  placed(
    x,
    y,
    ring(10, (angle) =>
      rect(-r * 0.16, -r * 1.22, r * 0.32, r * 0.5, color, {
        rx: 4,
        transform: `rotate(${(angle * 180) / Math.PI})`,
      }),
    ) +
      circle(0, 0, r, color) +
      circle(0, 0, r * 0.42, hole),
  )

const gears: Motif = (line, fill) =>
  gear(-46, 30, 88, fill, line) + gear(86, -84, 54, line, fill) + gear(96, 96, 36, line, fill)

const circuit: Motif = (line, fill) =>
  stroke(
    'M-150 -60 H-60 L-20 -100 H150 M-150 0 H-70 M70 0 H150 M-150 60 H-60 L-10 120 H150 M0 -150 V-70 M0 70 V150',
    line,
    8,
  ) +
  rect(-70, -70, 140, 140, fill, { rx: 16 }) +
  rect(-40, -40, 80, 80, line, { rx: 8 }) +
  [
    [-150, -60],
    [150, -100],
    [-150, 60],
    [150, 120],
    [150, 0],
    [-150, 0],
  ]
    .map(([x, y]) => circle(x ?? 0, y ?? 0, 13, fill))
    .join('')

const truss: Motif = (line, fill) =>
  stroke(
    'M-160 60 H160 M-106 -30 H106 M-160 60 L-106 -30 L-53 60 L0 -30 L53 60 L106 -30 L160 60',
    line,
    11,
  ) +
  [-160, -53, 53, 160].map((x) => circle(x, 60, 15, fill)).join('') +
  [-106, 0, 106].map((x) => circle(x, -30, 15, fill)).join('') +
  shape('M-160 78 l-26 44 h52 z M160 78 l-26 44 h52 z', fill)

const bars: Motif = (line, fill) =>
  [60, 110, 90, 170, 220]
    .map((tall, index) =>
      rect(-140 + index * 60, 130 - tall, 42, tall, index % 2 ? line : fill, { rx: 5 }),
    )
    .join('') + stroke('M-140 40 L-70 -10 L-10 6 L60 -80 L140 -130 m-34 -2 l34 2 l-6 32', line, 9)

const supplyDemand: Motif = (line, fill) =>
  stroke('M-140 -140 V140 H150', line, 9) +
  stroke('M-110 -100 Q 0 -20 120 110', fill, 13) +
  stroke('M-110 110 Q 10 40 120 -110', line, 13) +
  circle(2, 8, 20, fill) +
  stroke('M2 8 V140 M2 8 H-140', fill, 5, { 'stroke-dasharray': '10 14' })

const leaf: Motif = (line, fill) =>
  shape('M0 150 C -190 60 -120 -110 0 -160 C 120 -110 190 60 0 150 Z', fill) +
  shape('M0 150 C 190 60 120 -110 0 -160 Z', line, { opacity: 0.22 }) +
  stroke(
    'M0 170 V-130 M0 80 L-76 26 M0 80 L76 26 M0 10 L-76 -40 M0 10 L76 -40 M0 -60 L-44 -90 M0 -60 L44 -90',
    line,
    8,
  )

const helix: Motif = (line, fill) => {
  const steps = Array.from({ length: 13 }, (_, index) => index)
  return steps
    .map((step) => {
      const y = -150 + step * 25
      const swing = Math.sin(step * 0.62) * 84
      return (
        stroke(`M${-swing} ${y} L${swing} ${y}`, line, 6, { opacity: 0.6 }) +
        circle(swing, y, 15, fill) +
        circle(-swing, y, 15, line)
      )
    })
    .join('')
}

const pulse: Motif = (line, fill) =>
  shape(
    'M0 130 C -210 0 -130 -150 -40 -120 Q -10 -110 0 -80 Q 10 -110 40 -120 C 130 -150 210 0 0 130 Z',
    fill,
  ) + stroke('M-170 0 H-60 L-30 -60 L10 70 L40 -20 L58 0 H170', line, 11)

const ripples: Motif = (line, fill) =>
  shape(
    'M-96 150 V80 C -150 20 -140 -130 0 -140 C 110 -146 130 -60 118 -30 L146 30 H112 V80 Q112 110 70 104 V150 Z',
    fill,
  ) +
  [78, 52, 26]
    .map((r) => circle(-4, -40, r, 'none', { stroke: line, 'stroke-width': 8 }))
    .join('') +
  circle(-4, -40, 9, line)

const column: Motif = (line, fill) =>
  rect(-130, -140, 260, 30, fill, { rx: 5 }) +
  rect(-110, -108, 220, 20, line, { rx: 4 }) +
  [-90, -38, 14, 66].map((x) => rect(x, -86, 30, 190, fill, { rx: 6 })).join('') +
  rect(-120, 106, 240, 22, line, { rx: 4 }) +
  rect(-140, 128, 280, 26, fill, { rx: 5 })

const network: Motif = (line, fill) => {
  const nodes = [
    [0, -130],
    [-80, -40],
    [80, -40],
    [-124, 70],
    [-40, 70],
    [40, 70],
    [124, 70],
  ] as const
  const edges = 'M0 -130 L-80 -40 L-124 70 M-80 -40 L-40 70 M0 -130 L80 -40 L40 70 M80 -40 L124 70'
  return (
    stroke(edges, line, 9) +
    nodes
      .map(([x, y], index) => circle(x, y, 30, index === 2 || index === 5 ? line : fill))
      .join('')
  )
}

const waves: Motif = (line, fill) =>
  [-90, -30, 30, 90]
    .map((y, index) =>
      stroke(`M-160 ${y} q40 -70 80 0 t80 0 t80 0 t80 0`, index % 2 ? fill : line, 14),
    )
    .join('')

const globe: Motif = (line, fill) =>
  circle(0, 0, 140, fill) +
  [140, 84, 30]
    .map((rx) => ellipse(0, 0, rx, 140, 'none', { stroke: line, 'stroke-width': 7 }))
    .join('') +
  stroke('M-140 0 H140 M-120 -70 H120 M-120 70 H120', line, 7)

const speech: Motif = (line, fill) =>
  shape(
    'M-150 -110 h210 q30 0 30 30 v90 q0 30 -30 30 h-120 l-60 56 v-56 h-30 q-30 0 -30 -30 v-90 q0 -30 30 -30 z',
    fill,
  ) +
  stroke('M-110 -64 h150 M-110 -26 h110', line, 10) +
  shape('M0 70 h130 q24 0 24 24 v40 q0 24 -24 24 h-10 v36 l-44 -36 h-76 z', line)

const bell: Motif = (line, fill) =>
  shape('M-160 110 C -70 110 -60 -120 0 -120 S 70 110 160 110 Z', fill) +
  shape('M40 110 V-40 C 66 60 90 110 160 110 Z', line, { opacity: 0.55 }) +
  stroke('M-170 112 H170 M0 -120 V112', line, 8)

const ledger: Motif = (line, fill) =>
  rect(-120, -140, 240, 280, fill, { rx: 14 }) +
  rect(-94, -112, 188, 54, line, { rx: 8 }) +
  [0, 1, 2]
    .map((row) =>
      [0, 1, 2]
        .map((column_) =>
          rect(-94 + column_ * 68, -36 + row * 58, 52, 42, line, {
            rx: 8,
            opacity: row === 2 && column_ === 2 ? 1 : 0.55,
          }),
        )
        .join(''),
    )
    .join('')

export const MOTIFS = {
  curves,
  vectors,
  molecule,
  atom,
  gears,
  circuit,
  truss,
  bars,
  supplyDemand,
  leaf,
  helix,
  pulse,
  ripples,
  column,
  network,
  waves,
  globe,
  speech,
  bell,
  ledger,
} satisfies Record<string, Motif>

export type MotifName = keyof typeof MOTIFS
