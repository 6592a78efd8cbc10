import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'

/** Describes in one line when, from which commit and on which machine a section was measured. */
export function describeProvenance(): string {
  const processors = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`
  const model = processors[0]?.model.trim() ?? 'unknown processor'
  const system = `${type()} ${release()}`
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${processors.length} × ${model}, ${memory}, ${system}, Node ${process.versions.node}`
  return `${date}, commit ${describeCommit()}: ${machine}.`
}

function describeCommit(): string {
  try {
    // The document with the results is not part of the measured code.
    const changes = git('status', '--porcelain', '--', '.', ':!docs')
    return git('rev-parse', '--short', 'HEAD') + (changes ? ' with changes' : '')
  } catch {
    return 'unknown'
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
