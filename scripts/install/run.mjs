import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Spawns a program and forwards termination signals to it. `stopped` says whether a signal ended it. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let stopped = false
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const forward = (signal) => {
      stopped = true
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const settle = (resolveOrReject) => {
      for (const signal of signals) process.off(signal, forward)
      resolveOrReject()
    }
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, signal) =>
      settle(() => {
        // A signal to the whole process group may end the program before the signal reaches this process.
        stopped ||= signals.includes(signal)
        resolve({ code: code ?? 128 + constants.signals[signal], stopped })
      }),
    )
  })
}
