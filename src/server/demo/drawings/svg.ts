export const WIDTH = 1280
export const HEIGHT = 960

/** Sharp on every screen of ours, and a quarter cheaper to develop than full size. */
export const PHOTO_WIDTH = 1024

export type Attributes = Record<string, string | number>

export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const written = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : escapeXml(value)

export function element(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${written(value)}"`)
    .join('')
  return content ? `<${name}${list}>${content}</${name}>` : `<${name}${list}/>`
}

/** Opacity of a whole element costs a layer of the canvas each; of its paint, nothing. */
function painted(name: string, { opacity, ...attributes }: Attributes): string {
  if (opacity === undefined) return element(name, attributes)
  return element(name, { ...attributes, 'fill-opacity': opacity, 'stroke-opacity': opacity })
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => painted('rect', { x, y, width, height, fill, ...more })

export const circle = (
  cx: number,
  cy: number,
  r: number,
  fill: string,
  more: Attributes = {},
): string => painted('circle', { cx, cy, r, fill, ...more })

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
): string => painted('ellipse', { cx, cy, rx, ry, fill, ...more })

export const shape = (d: string, fill: string, more: Attributes = {}): string =>
  painted('path', { d, fill, ...more })

export const stroke = (d: string, color: string, width: number, more: Attributes = {}): string =>
  painted('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

export const group = (parts: readonly string[], more: Attributes = {}): string =>
  element('g', more, parts.join(''))

export const placed = (x: number, y: number, content: string, scale = 1, turn = 0): string =>
  group([content], {
    transform: `translate(${written(x)} ${written(y)}) rotate(${written(turn)}) scale(${written(scale)})`,
  })

export const mirrored = (content: string): string =>
  group([content], { transform: `translate(${WIDTH} 0) scale(-1 1)` })

/** What a camera sees that steps nearer to one point of the scene. */
export const closeUp = (content: string, x: number, y: number, scale: number): string => {
  const left = Math.min(Math.max(x - WIDTH / scale / 2, 0), WIDTH - WIDTH / scale)
  const top = Math.min(Math.max(y - HEIGHT / scale / 2, 0), HEIGHT - HEIGHT / scale)
  return group([content], {
    transform: `scale(${written(scale)}) translate(${written(-left)} ${written(-top)})`,
  })
}

export const clipped = (id: string, outline: string, content: string): string =>
  element('clipPath', { id }, outline) + group([content], { 'clip-path': `url(#${id})` })

export function fade(id: string, from: string, to: string, sideways = false): string {
  const direction = sideways ? { x1: 0, y1: 0, x2: 1, y2: 0 } : { x1: 0, y1: 0, x2: 0, y2: 1 }
  const stops =
    element('stop', { offset: 0, 'stop-color': from }) +
    element('stop', { offset: 1, 'stop-color': to })
  return element('linearGradient', { id, ...direction }, stops)
}

export function glow(cx: number, cy: number, r: number, color: string, opacity: number): string {
  const id = `glow-${Math.round(cx)}-${Math.round(cy)}-${Math.round(r)}`
  const stops =
    element('stop', { offset: 0, 'stop-color': color, 'stop-opacity': opacity }) +
    element('stop', { offset: 1, 'stop-color': color, 'stop-opacity': 0 })
  return element('radialGradient', { id }, stops) + circle(cx, cy, r, `url(#${id})`)
}

export const svgDocument = (...parts: readonly string[]): string =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: PHOTO_WIDTH,
      height: (PHOTO_WIDTH * HEIGHT) / WIDTH,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    },
    parts.join(''),
  )
