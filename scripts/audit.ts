import { spawnSync } from 'node:child_process'

interface Report {
  vulnerabilities?: Record<string, { name: string; severity: string }>
}

/** What npm's report means for whoever asked, and the code to end with. */
export function auditVerdict(output: string): { sentence: string; code: number } {
  const { vulnerabilities } = readReport(output)
  if (!vulnerabilities) {
    return {
      sentence: 'The package registry in use offers no audit: nothing was checked.',
      code: 0,
    }
  }
  const known = Object.values(vulnerabilities)
  const grave = known.filter(({ severity }) => ['high', 'critical'].includes(severity))
  if (grave.length === 0) {
    const lesser =
      known.length === 0 ? 'none is known' : `${known.length} of lesser weight are known`
    return {
      sentence: `No grave weakness is known in the packages that serve students; ${lesser}.`,
      code: 0,
    }
  }
  const names = grave.map(({ name, severity }) => `${name} (${severity})`).join(', ')
  return {
    sentence: `Grave weaknesses are known in: ${names}. Run npm audit for what to do.`,
    code: 1,
  }
}

function readReport(output: string): Report {
  try {
    return JSON.parse(output)
  } catch {
    return {}
  }
}

if (import.meta.main) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = spawnSync(npm, ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
  const { sentence, code } = auditVerdict(stdout ?? '')
  console.log(sentence)
  process.exit(code)
}
