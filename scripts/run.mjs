import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a program to its end, passing on the signals that ask this process to end, so that nothing
 * is left running. `stopped` tells whether such a signal came.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let stopped = false
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const pass = (signal) => {
      stopped = true
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const settle = (settled) => {
      for (const signal of signals) process.off(signal, pass)
      settled()
    }
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, signal) =>
      settle(() => {
        // The program may die of a signal to the whole group before this process hears of it.
        stopped ||= signals.includes(signal)
        resolve({ code: code ?? 128 + constants.signals[signal], stopped })
      }),
    )
  })
}
