import { mix } from './colors.ts'

export interface Palette {
  wall: string
  floor: string
  wood: string
  fabric: string
  accent: string
  linen: string
  ink: string
  leaf: string
}

const palette = (
  wall: string,
  floor: string,
  wood: string,
  fabric: string,
  accent: string,
  ink: string,
  leaf = '#4f7a4c',
  linen = '#fff8ea',
): Palette => ({ wall, floor, wood, fabric, accent, linen, ink, leaf })

export const PALETTES = {
  clay: palette('#f2d7b6', '#d99a6c', '#9c5b3b', '#33476b', '#ffc53d', '#2a2233'),
  sage: palette('#d3ddc6', '#cba97e', '#8a6242', '#3e6257', '#f0a04b', '#22302c'),
  plum: palette('#ecd5da', '#c98f86', '#7a4a46', '#6a3e63', '#ffcb5c', '#331f35', '#5b7d52'),
  sea: palette('#cbe0df', '#d8b48a', '#a0714a', '#2f6673', '#f28c5b', '#1c343c'),
  ochre: palette('#f3d896', '#b87b4b', '#7b4a2e', '#8c3b2e', '#2f6f73', '#3a2019', '#5d7438'),
  lilac: palette('#dad3ee', '#bfa394', '#84605a', '#4a3a86', '#ffc53d', '#271d45', '#55805f'),
  brick: palette('#e4af94', '#8e5b4a', '#5f3a31', '#2e4a52', '#ffd27a', '#2b1a18', '#4c6b45'),
  mist: palette('#e2e1da', '#bf9f80', '#6f5646', '#5c6f86', '#e4754f', '#2b2c33'),
  forest: palette('#3f5f54', '#c08a5c', '#9a6340', '#e6c9a0', '#f2b138', '#182522', '#86a866'),
  navy: palette('#3b4a77', '#b98560', '#8b5a3e', '#e9a15e', '#ffc53d', '#171b33', '#6f9d78'),
  rose: palette('#f6cfc0', '#dfa883', '#a9674b', '#b4495a', '#3f7d78', '#3b1d25', '#5f8258'),
  sky: palette('#c6dcf0', '#e2c49e', '#b07c4f', '#d9603f', '#ffd05a', '#22304a'),
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof PALETTES
export type TimeOfDay = 'morning' | 'noon' | 'dusk' | 'night'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

const TONES: Record<TimeOfDay, { color: string; share: number }> = {
  morning: { color: '#ffe9c4', share: 0.08 },
  noon: { color: '#ffffff', share: 0 },
  dusk: { color: '#a4485a', share: 0.16 },
  night: { color: '#1a1d42', share: 0.45 },
}

export const inLightOf = (color: string, time: TimeOfDay): string =>
  mix(color, TONES[time].color, TONES[time].share)

/** A lamp keeps a room brighter at night than a garden. */
export function roomPalette(name: PaletteName, time: TimeOfDay): Palette {
  const tone = TONES[time]
  const lit = (color: string) => mix(color, tone.color, tone.share * 0.72)
  const { wall, floor, wood, fabric, accent, linen, ink, leaf } = PALETTES[name]
  return {
    wall: lit(wall),
    floor: lit(floor),
    wood: lit(wood),
    fabric: lit(fabric),
    accent: lit(accent),
    linen: lit(linen),
    ink: lit(ink),
    leaf: lit(leaf),
  }
}
