import { mix, shade, tint } from '../colors.ts'
import { clipped, group, rect, shape, stroke } from '../svg.ts'
import { contactShadow } from './decoration.ts'
import type { Setting } from './setting.ts'

interface Bedding {
  cover: string
  trim: string
  pattern: 'plain' | 'stripes' | 'checks' | 'dots'
  head: 'rounded' | 'slats' | 'panel'
  frame: string
}

function bedding({ palette, style }: Setting): Bedding {
  const random = style('bed')
  const [cover, trim] = random.pick([
    [palette.fabric, palette.accent],
    [palette.accent, palette.fabric],
    [palette.linen, palette.fabric],
    [mix(palette.fabric, palette.linen, 0.45), palette.accent],
  ] as const)
  return {
    cover,
    trim,
    pattern: random.pick(['plain', 'stripes', 'checks', 'dots', 'plain']),
    head: random.pick(['rounded', 'slats', 'panel']),
    frame: random.pick([palette.wood, palette.wood, palette.ink]),
  }
}

function patterned(id: string, outline: string, look: Bedding, lean: number): string {
  const line = mix(look.cover, look.trim, 0.7)
  const steps = Array.from({ length: 24 }, (_, index) => index)
  const patterns = {
    plain: '',
    stripes: steps.map((step) => stroke(`M${step * 56} 300 l${lean} 620`, line, 14)).join(''),
    checks: steps
      .map((step) => stroke(`M${step * 64} 300 l${lean} 620 M0 ${300 + step * 52} H1280`, line, 6))
      .join(''),
    dots: steps
      .map((step) =>
        stroke(`M${step * 60} 300 l${lean} 620`, line, 13, { 'stroke-dasharray': '0 56' }),
      )
      .join(''),
  }
  return clipped(id, shape(outline, '#000'), shape(outline, look.cover) + patterns[look.pattern])
}

/** Seen from the side, head at the left; about 640 wide. */
export function bedFromSide(x: number, baseY: number, setting: Setting): string {
  const { palette } = setting
  const look = bedding(setting)
  const top = baseY - 190
  const heads = {
    rounded: rect(x, top - 150, 46, 340, look.frame, { rx: 20 }),
    slats:
      [0, 1, 2]
        .map((row) => rect(x + 8, top - 130 + row * 54, 30, 34, look.frame, { rx: 8 }))
        .join('') +
      rect(x, top - 150, 14, 340, look.frame, { rx: 6 }) +
      rect(x + 32, top - 150, 14, 340, look.frame, { rx: 6 }),
    panel:
      rect(x, top - 110, 40, 300, look.frame, { rx: 6 }) +
      rect(x + 6, top - 96, 12, 130, tint(look.frame, 0.15), { rx: 4 }),
  }
  const blanket = `M${x + 220} ${top + 4} q12 -16 40 -16 H${x + 590} q50 0 50 46 V${baseY - 46} H${x + 220} Z`
  return [
    contactShadow(x + 330, baseY + 2, 350),
    rect(x + 30, baseY - 60, 18, 62, shade(look.frame)),
    rect(x + 600, baseY - 60, 20, 62, shade(look.frame)),
    heads[look.head],
    rect(x + 30, baseY - 86, 612, 50, look.frame, { rx: 8 }),
    rect(x + 40, top + 40, 600, 84, palette.linen, { rx: 18 }),
    rect(x + 40, top + 88, 600, 36, shade(palette.linen, 0.12), { rx: 12 }),
    shape(
      `M${x + 58} ${top + 46} q-14 -70 40 -78 q60 -14 116 4 q26 12 18 74 q-80 18 -174 0 z`,
      tint(palette.linen, 0.5),
    ),
    shape(
      `M${x + 70} ${top + 44} q70 -22 160 -4 q4 6 2 8 q-84 16 -162 -4 z`,
      shade(palette.linen, 0.14),
    ),
    patterned('blanket', blanket, look, -40),
    shape(`M${x + 220} ${top + 78} H${x + 640} V${baseY - 46} H${x + 220} Z`, '#1d1626', {
      opacity: 0.14,
    }),
    shape(
      `M${x + 212} ${top + 2} q14 -18 44 -18 h44 q-16 8 -18 30 V${baseY - 46} h-70 z`,
      look.trim,
    ),
    shape(`M${x + 212} ${top + 78} h70 V${baseY - 46} h-70 z`, '#1d1626', { opacity: 0.14 }),
    stroke(
      `M${x + 400} ${top + 80} q-8 40 4 62 M${x + 520} ${top + 80} q10 40 -2 64`,
      shade(look.cover, 0.3),
      5,
      { opacity: 0.6 },
    ),
  ].join('')
}

/** Seen from its foot, the head against the wall. */
export function bedFromFoot(cx: number, baseY: number, setting: Setting): string {
  const { palette } = setting
  const look = bedding(setting)
  const top = baseY - 330
  const heads = {
    rounded: shape(
      `M${cx - 260} ${top + 120} V${top} q0 -110 110 -110 h300 q110 0 110 110 V${top + 120} z`,
      look.frame,
    ),
    slats:
      rect(cx - 260, top - 90, 520, 26, look.frame, { rx: 12 }) +
      Array.from({ length: 9 }, (_, index) =>
        rect(cx - 252 + index * 60, top - 84, 24, 200, look.frame, { rx: 8 }),
      ).join(''),
    panel:
      rect(cx - 262, top - 70, 524, 200, look.frame, { rx: 12 }) +
      rect(cx - 236, top - 44, 226, 110, tint(look.frame, 0.12), { rx: 8 }) +
      rect(cx + 12, top - 44, 226, 110, tint(look.frame, 0.12), { rx: 8 }),
  }
  const pillow = (left: number) =>
    shape(
      `M${left} ${top + 116} q-24 -92 26 -98 h150 q50 6 26 98 q-100 18 -202 0 z`,
      tint(palette.linen, 0.5),
    ) +
    shape(
      `M${left + 6} ${top + 112} q-4 -22 -4 -32 q100 28 204 0 q0 14 -6 34 q-96 16 -194 -2 z`,
      shade(palette.linen, 0.12),
    )
  const cover = `M${cx - 262} ${top + 128} H${cx + 262} L${cx + 318} ${baseY - 96} V${baseY - 34} q-318 22 -636 0 V${baseY - 96} Z`
  return [
    contactShadow(cx, baseY + 4, 350),
    heads[look.head],
    rect(cx - 300, baseY - 50, 24, 52, shade(look.frame)),
    rect(cx + 276, baseY - 50, 24, 52, shade(look.frame)),
    shape(
      `M${cx - 256} ${top + 86} H${cx + 256} L${cx + 270} ${top + 150} H${cx - 270} Z`,
      palette.linen,
    ),
    pillow(cx - 224),
    pillow(cx + 22),
    patterned('blanket', cover, look, 0),
    shape(`M${cx - 318} ${baseY - 96} H${cx + 318} V${baseY - 34} q-318 22 -636 0 Z`, '#1d1626', {
      opacity: 0.18,
    }),
    shape(`M${cx - 264} ${top + 124} H${cx + 264} l14 52 q-280 14 -556 0 z`, look.trim),
    group(
      [
        stroke(
          `M${cx - 90} ${top + 190} q-24 70 -40 118 M${cx + 110} ${top + 190} q20 60 44 116`,
          shade(look.cover, 0.25),
          6,
        ),
      ],
      { opacity: 0.5 },
    ),
  ].join('')
}
