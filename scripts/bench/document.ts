/** The parts of docs/benchmarks.md, in their order; each is written by its own run. */
export const sections = {
  speed: 'Speed',
  growth: 'Growth',
  lighthouse: 'First visit',
  postgres: 'On PostgreSQL',
} as const

export type Section = keyof typeof sections

const opening = `# Benchmarks

Measured by commands of this repository, with the limits of the machine in the same run: compare the ratios, not the absolute figures.
Each part says where and when it was measured, and is replaced when its command is run again.`

/** The document with one section replaced, and every other kept as it was. */
export function withSection(document: string, section: Section, body: string): string {
  const written = Object.entries(sections).map(([name, title]) => {
    const text = name === section ? body.trim() : bodyOf(document, title)
    return text && `## ${title}\n\n${text}`
  })
  return `${[opening, ...written.filter(Boolean)].join('\n\n')}\n`
}

function bodyOf(document: string, title: string): string {
  const [, after = ''] = `\n${document}`.split(`\n## ${title}\n`)
  return (after.split('\n## ')[0] ?? '').trim()
}
