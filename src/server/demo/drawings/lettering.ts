import { element, escapeXml } from './svg.ts'

export interface Lettering {
  size: number
  color: string
  family?: 'serif' | 'sans-serif'
  weight?: 400 | 700
  anchor?: 'start' | 'middle' | 'end'
}

// The widest usual face (DejaVu Bold) needs about this much of its size per letter.
const LETTER_WIDTH = 0.7

export const fittingSize = (text: string, width: number, largest: number): number =>
  Math.min(largest, width / (Math.max(text.length, 1) * LETTER_WIDTH))

export function lettering(x: number, y: number, text: string, look: Lettering): string {
  const attributes = {
    x,
    y,
    fill: look.color,
    'font-size': look.size,
    'font-family': look.family ?? 'sans-serif',
    'font-weight': look.weight ?? 700,
    'text-anchor': look.anchor ?? 'start',
  }
  return element('text', attributes, escapeXml(text))
}

export function brokenIntoLines(text: string, longest: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < longest) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(word)
    }
  }
  return lines
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Breaks and shrinks a text until it stays inside its box whatever face the machine has. */
export function textInBox({ x, y, width, height }: Box, text: string, look: Lettering): string {
  const linesAt = (size: number) =>
    brokenIntoLines(text, Math.max(1, Math.floor(width / (size * LETTER_WIDTH))))
  const fits = (size: number) => {
    const lines = linesAt(size)
    const longest = Math.max(...lines.map((line) => line.length))
    return lines.length * size * 1.15 <= height && longest * size * LETTER_WIDTH <= width
  }
  let size = look.size
  while (!fits(size) && size > 6) size -= 1
  return linesAt(size)
    .map((line, row) => lettering(x, y + size * (0.8 + 1.15 * row), line, { ...look, size }))
    .join('')
}
