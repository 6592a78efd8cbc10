/** A colour by lightness (0 to 1), chroma and hue (in degrees). Equal lightness looks equally light in every hue. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

// The matrices are those of Oklab: https://bottosson.github.io/posts/oklab/
const linearToCone: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const coneToLab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const labToCone: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const coneToLinear: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

const multiply = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const row = ([x, y, z]: Triple) => x * a + y * b + z * c
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

const map = ([a, b, c]: Triple, change: (value: number) => number): Triple => [
  change(a),
  change(b),
  change(c),
]

/** Parses #RRGGBB into linear light. */
function parse(hex: string): Triple {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return map([channel(1), channel(3), channel(5)], (value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
}

const toLab = (linear: Triple): Triple =>
  multiply(coneToLab, map(multiply(linearToCone, linear), Math.cbrt))

const fromLab = (lab: Triple): Triple =>
  multiply(
    coneToLinear,
    map(multiply(labToCone, lab), (value) => value ** 3),
  )

function format(linear: Triple): string {
  const channels = map(linear, (value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export function toOklch(hex: string): Oklch {
  const [l, a, b] = toLab(parse(hex))
  const h = (Math.atan2(b, a) * 180) / Math.PI
  return { l, c: Math.hypot(a, b), h: h < 0 ? h + 360 : h }
}

/** Formats a colour as #rrggbb. Where a screen cannot show it, it has as much chroma as a screen can show. */
export function toHex({ l, c, h }: Oklch): string {
  const angle = (h * Math.PI) / 180
  const linearAt = (chroma: number) =>
    fromLab([l, chroma * Math.cos(angle), chroma * Math.sin(angle)])
  const tolerance = 0.0001
  const isShown = (linear: Triple) =>
    linear.every((value) => value >= -tolerance && value <= 1 + tolerance)
  if (isShown(linearAt(c))) return format(linearAt(c))
  let [low, high] = [0, c]
  while (high - low > tolerance) {
    const middle = (low + high) / 2
    if (isShown(linearAt(middle))) low = middle
    else high = middle
  }
  return format(linearAt(low))
}

/** Mixes two colours as `color-mix(in oklab, …)` does. */
export function mixOklab(hex: string, other: string, share: number): string {
  const [l, a, b] = toLab(parse(hex))
  const [otherL, otherA, otherB] = toLab(parse(other))
  const mix = (from: number, to: number) => from + (to - from) * share
  return format(fromLab([mix(l, otherL), mix(a, otherA), mix(b, otherB)]))
}

/** Returns the contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(hex: string, other: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = parse(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(hex), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
