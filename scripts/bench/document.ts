/** The sections of docs/benchmarks.md in order. Each run writes its own section. */
export const sections = {
  speed: 'Speed',
  growth: 'Growth',
  lighthouse: 'First visit',
  phone: 'A cheap phone',
  campus: 'The busiest minute of a campus',
  hostile: 'Hostile texts',
  stalls: 'The longest stall',
  mails: 'Codes behind digests',
  /** This section is written by hand, from the output of `npm test`. */
  tests: 'The tests',
} as const

export type Section = keyof typeof sections

const introduction = `# Benchmarks

Measured by commands of this repository, with a minimal Fastify server in the same run as the baseline: compare the ratios, not the absolute figures.
Each section says where and when it was measured, and is replaced when its command is run again.`

export function replaceSection(document: string, section: Section, body: string): string {
  const formatted = Object.entries(sections).map(([name, title]) => {
    const text = name === section ? body.trim() : findSectionBody(document, title)
    return text && `## ${title}\n\n${text}`
  })
  return `${[introduction, ...formatted.filter(Boolean)].join('\n\n')}\n`
}

function findSectionBody(document: string, title: string): string {
  const [, after = ''] = `\n${document}`.split(`\n## ${title}\n`)
  return (after.split('\n## ')[0] ?? '').trim()
}
