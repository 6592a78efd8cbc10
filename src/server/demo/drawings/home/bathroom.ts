import { mix, shade, tint } from '../colors.ts'
import { circle, ellipse, glow, mirrored, rect, shape, stroke } from '../svg.ts'
import { contactShadow, plant } from './decoration.ts'
import { roomShell } from './room-shell.ts'
import type { Setting } from './setting.ts'

function tiledWall(color: string): string {
  const line = shade(color, 0.1)
  const rows = Array.from({ length: 9 }, (_, row) => stroke(`M0 ${240 + row * 50} H1280`, line, 3))
  const columns = Array.from({ length: 18 }, (_, column) =>
    stroke(`M${column * 74} 240 V640`, line, 3),
  )
  return (
    rect(0, 240, 1280, 400, color) +
    rows.join('') +
    columns.join('') +
    rect(0, 230, 1280, 14, shade(color, 0.25))
  )
}

function tub({ palette }: Setting): string {
  const white = tint(palette.linen, 0.5)
  const curtain = palette.accent
  return [
    stroke('M40 90 H600', palette.ink, 10),
    shape('M60 96 h250 q-16 260 20 560 h-290 q36 -280 20 -560 z', curtain),
    ...[110, 170, 230, 280].map((x) => stroke(`M${x} 104 q-8 280 4 540`, shade(curtain, 0.16), 9)),
    ...[80, 150, 220, 290].map((x) =>
      circle(x, 90, 13, 'none', { stroke: palette.ink, 'stroke-width': 5 }),
    ),
    stroke('M560 250 q-60 -6 -60 54', mix(palette.linen, palette.ink, 0.45), 12),
    ellipse(500, 312, 40, 12, mix(palette.linen, palette.ink, 0.45)),
    contactShadow(340, 836, 330),
    shape('M60 600 H640 q10 190 -90 220 H150 q-100 -30 -90 -220 z', white),
    shape('M520 600 H640 q10 190 -90 220 h-90 q70 -90 60 -220 z', shade(white, 0.12)),
    rect(44, 582, 612, 36, white, { rx: 18 }),
    shape('M150 582 q-14 190 10 250 h150 q-22 -90 -6 -250 z', palette.fabric),
    stroke('M158 770 h150 M156 790 h152', palette.linen, 7),
  ].join('')
}

export function bathroom(setting: Setting): string {
  const { palette, style } = setting
  const random = style('bathroom')
  const white = tint(palette.linen, 0.5)
  const round = random.chance(0.5)
  const mirror = round
    ? circle(960, 270, 140, palette.wood) +
      circle(960, 270, 124, mix('#dfeaf0', palette.wall, 0.3)) +
      shape('M880 340 L1000 160 h40 L910 370 z', '#ffffff', { opacity: 0.4 })
    : rect(830, 110, 260, 330, palette.wood, { rx: 130 }) +
      rect(846, 126, 228, 298, mix('#dfeaf0', palette.wall, 0.3), { rx: 114 }) +
      shape('M860 380 L1010 140 h40 L880 410 z', '#ffffff', { opacity: 0.4 })
  const parts = [
    roomShell(setting),
    tiledWall(mix(palette.wall, palette.linen, 0.6)),
    tub(setting),
    mirror,
    contactShadow(960, 846, 190),
    rect(800, 600, 320, 240, random.pick([palette.wood, palette.fabric]), { rx: 10 }),
    rect(820, 630, 132, 180, '#1d1626', { opacity: 0.14, rx: 6 }),
    rect(968, 630, 132, 180, '#1d1626', { opacity: 0.14, rx: 6 }),
    circle(940, 720, 8, palette.accent) + circle(980, 720, 8, palette.accent),
    shape('M820 560 h280 q-10 60 -60 60 h-160 q-50 0 -60 -60 z', white),
    shape('M1010 560 h90 q-10 60 -60 60 h-50 q20 -30 20 -60 z', shade(white, 0.12)),
    stroke('M960 556 v-44 q0 -20 20 -20 h34', mix(palette.linen, palette.ink, 0.45), 12),
    plant(1060, 560, 70, 'bath-plant', setting),
    rect(1180, 350, 80, 14, palette.ink, { rx: 7 }),
    rect(1190, 356, 66, 190, palette.fabric, { rx: 6 }) + rect(1190, 480, 66, 14, palette.linen),
    shape('M560 900 h420 l40 50 h-500 z', palette.accent, { opacity: 0.9 }),
    setting.time === 'night' ? glow(700, 120, 760, '#ffd68a', 0.55) : '',
  ]
  return random.chance(0.5) ? parts.join('') : mirrored(parts.join(''))
}
