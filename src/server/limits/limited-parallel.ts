import { AppError } from '../errors.ts'

/** Runs at most `parallel` pieces of work at once, keeps `waiting` more in line and refuses the rest. */
export function limitedParallel({ parallel, waiting }: { parallel: number; waiting: number }) {
  let running = 0
  const line: (() => void)[] = []

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < parallel) running++
    else {
      if (line.length >= waiting) throw busy()
      await new Promise<void>((resolve) => line.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}

function busy() {
  return new AppError('unavailable', 'Quad is busy right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
