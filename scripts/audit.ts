import { spawnSync } from 'node:child_process'

interface AuditReport {
  vulnerabilities?: Record<string, { name: string; severity: string }>
}

const nothingChecked = 2

/**
 * Returns the message and exit code for the output of `npm audit --json`: 1 for severe vulnerabilities, 2 if the audit
 * failed.
 */
export function summarizeAudit(output: string): { message: string; code: number } {
  const { vulnerabilities } = parseReport(output)
  if (!vulnerabilities) {
    return {
      message:
        'Nothing was checked: the package registry in use offers no audit, or did not respond.',
      code: nothingChecked,
    }
  }
  const all = Object.values(vulnerabilities)
  const grave = all.filter(({ severity }) => ['high', 'critical'].includes(severity))
  if (grave.length === 0) {
    const lesser = all.length === 0 ? 'none is known' : `${all.length} of lesser weight are known`
    return {
      message: `No grave weakness is known in the packages; ${lesser}.`,
      code: 0,
    }
  }
  const names = grave.map(({ name, severity }) => `${name} (${severity})`).join(', ')
  return {
    message: `Grave weaknesses are known in: ${names}. Run npm audit for what to do.`,
    code: 1,
  }
}

function parseReport(output: string): AuditReport {
  try {
    return JSON.parse(output)
  } catch {
    return {}
  }
}

if (import.meta.main) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = spawnSync(npm, ['audit', '--json'], { encoding: 'utf8' })
  const { message, code } = summarizeAudit(stdout ?? '')
  console.log(message)
  process.exit(code)
}
